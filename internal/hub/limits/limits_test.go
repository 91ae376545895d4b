package limits

import "testing"

func TestBadLimits(t *testing.T) {
	for _, tune := range []func(*Limits){
		func(l *Limits) { l.Sockets = -1 },
		func(l *Limits) { l.BytesPerDayPerAddress = 1 },
	} {
		l := Default()
		if tune(&l); l.Validate() == nil {
			t.Errorf("accepted: %+v", l)
		}
	}
	if err := Default().Validate(); err != nil {
		t.Error(err)
	}
}
