// Command oldest prints what "kubectl kustomize FOLDER" prints with the oldest kubectl that
// docs/kubernetes.md supports. It is a module of its own, because that kubectl has an older
// kustomize than the tests one folder up.
package main

import (
	"fmt"
	"os"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

func main() {
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(folder string) error {
	resources, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), folder)
	if err != nil {
		return err
	}
	text, err := resources.AsYaml()
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(text)
	return err
}
