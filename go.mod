module github.com/quatre/quatre

go 1.26
