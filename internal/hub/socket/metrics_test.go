package socket

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/hub/wire"
)

func TestCloseCodesAreBounded(t *testing.T) {
	reg := prometheus.NewRegistry()
	m := NewSet(Config{Registry: reg})
	for code := range wire.CloseCode(6000) {
		m.countClosed(code)
	}
	families, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == "quatre_hub_sockets_closed_total" && len(f.GetMetric()) > 30 {
			t.Errorf("the metric has %d labels of close codes, want at most 30", len(f.GetMetric()))
		}
	}
}
