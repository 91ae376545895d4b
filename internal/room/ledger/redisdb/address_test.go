package redisdb

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"
)

func TestParseAddress(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"redis://h", "[h:6379] db 0 user  password  master  cluster false tls false"},
		{"redis://u:p@h:1/3", "[h:1] db 3 user u password p master  cluster false tls false"},
		{"rediss://:p@h:1", "[h:1] db 0 user  password p master  cluster false tls true"},
		{"redis+sentinel://a,b:1/main", "[a:26379 b:1] db 0 user  password  master main cluster false tls false"},
		{"redis+sentinel://u:p%40@a:2/main/7", "[a:2] db 7 user u password p@ master main cluster false tls false"},
		{"redis+cluster://a:1,b,[::1],[::2]:5", "[a:1 b:6379 [::1]:6379 [::2]:5] db 0 user  password  master  cluster true tls false"},
		{"rediss+cluster://u:p@a", "[a:6379] db 0 user u password p master  cluster true tls true"},
	} {
		a, err := parseAddress(c.in)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		o := a.options
		got := fmt.Sprintf("%v db %d user %s password %s master %s cluster %v tls %v",
			o.Addrs, o.DB, o.Username, o.Password, o.MasterName, a.cluster, o.TLSConfig != nil)
		if got != c.want || a.cluster != o.IsClusterMode {
			t.Errorf("%s:\n got %s\nwant %s", c.in, got, c.want)
		}
	}
}

// A certificate that is not checked is the operator's choice. One that is checked names the host
// that was dialed, which may be any of several.
func TestParseAddressWithTLS(t *testing.T) {
	for in, unchecked := range map[string]bool{"rediss+cluster://a,b": false, "rediss://h:1": false, "rediss://h?skip_verify=true&wait=1": true} {
		a, err := parseAddress(in)
		if err != nil {
			t.Fatal(err)
		}
		if c := a.options.TLSConfig; c == nil || c.ServerName != "" || c.InsecureSkipVerify != unchecked {
			t.Errorf("%s: %+v", in, c)
		}
	}
}

func TestParseAddressWithOptions(t *testing.T) {
	for _, c := range []struct {
		in     string
		shards int
		wait   bool
		like   string
	}{
		{"redis://h?shards=32", 32, false, "redis://h"},
		{"redis://:p@h:1/3?pool_size=7&shards=1", 1, false, "redis://:p@h:1/3?pool_size=7"},
		{"redis+sentinel://a,b/main/2?shards=100", 100, false, "redis+sentinel://a,b/main/2"},
		{"redis+sentinel://a,b/main/2?wait=1", 0, true, "redis+sentinel://a,b/main/2"},
		{"redis+cluster://a,b?shards=64", 64, false, "redis+cluster://a,b"},
		{"redis+cluster://a,b?shards=64&wait=1", 64, true, "redis+cluster://a,b"},
		{"redis://h?pool_size=7&wait=1&shards=64", 64, true, "redis://h?pool_size=7"},
		{"redis+cluster://a,b", 0, false, "redis+cluster://a,b"},
	} {
		a, err := parseAddress(c.in)
		if err != nil || a.shards != c.shards || a.wait != c.wait {
			t.Errorf("%s: %d shards, wait %v, error %v", c.in, a.shards, a.wait, err)
		}
		b, err := parseAddress(c.like)
		if err != nil || fmt.Sprint(a.options.Addrs, a.options.DB, a.options.PoolSize) != fmt.Sprint(b.options.Addrs, b.options.DB, b.options.PoolSize) {
			t.Errorf("%s is parsed as %+v", c.in, a.options)
		}
	}
}

// TestParseAddressKeepsOptions gives every option of go-redis a value, and looks for it.
func TestParseAddressKeepsOptions(t *testing.T) {
	const in = "redis://h?client_name=me&max_retries=1&min_retry_backoff=2s&max_retry_backoff=3s&dial_timeout=4s" +
		"&read_timeout=5s&write_timeout=6s&pool_fifo=true&pool_size=7&pool_timeout=8s&min_idle_conns=9&max_idle_conns=10" +
		"&max_active_conns=11&max_concurrent_dials=12&pipeline_pool_size=13&pipeline_read_buffer_size=14" +
		"&pipeline_write_buffer_size=15&conn_max_idle_time=16s&conn_max_lifetime=17s&conn_max_lifetime_jitter=1s"
	a, err := parseAddress(in)
	if err != nil {
		t.Fatal(err)
	}
	want, err := redis.ParseURL(in)
	if err != nil {
		t.Fatal(err)
	}
	all, kept := reflect.ValueOf(want).Elem(), reflect.ValueOf(a.options)
	for i := range all.NumField() {
		name := all.Type().Field(i).Name
		if f := kept.FieldByName(name); f.IsValid() && f.Comparable() && !f.Equal(all.Field(i)) {
			t.Errorf("%s is %v, want %v", name, f, all.Field(i))
		}
	}
}

func TestParseAddressRefuses(t *testing.T) {
	for _, in := range []string{
		"", "h:6379", "http://h", "redis+other://h", "redis://:secret@h:port", "redis://h/x",
		"redis+sentinel://a,b", "redis+sentinel:///main", "redis+sentinel://a/main/x", "redis+sentinel://a/main/-1",
		"redis+sentinel://:x/y/secret@a/main", "redis+cluster://u:secret", "redis+cluster://a,,b", "redis+cluster://a/1", "redis+cluster://",
		"redis://h?shards=0", "redis+cluster://:secret@a?shards=101", "redis+cluster://a?shards=99999999999999999999",
		"redis+cluster://a?wait=0", "redis+cluster://:secret@a?wait=2", "redis+cluster://a?wait=1&shards=0",
	} {
		_, err := parseAddress(in)
		if err == nil || !strings.Contains(err.Error(), "redis+sentinel://host") {
			t.Errorf("%q: got error %v, want a sentence", in, err)
			continue
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: the error has the password: %v", in, err)
		}
	}
}
