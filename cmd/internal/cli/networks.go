package cli

import (
	"fmt"
	"net/netip"
	"strings"
)

// ParseNetworks parses the value of a flag: addresses and networks, such as 10.0.0.7 or
// 10.0.0.0/8, separated by commas.
func ParseNetworks(name, list string) (networks []netip.Prefix, err error) {
	for text := range strings.SplitSeq(list, ",") {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		network, err := netip.ParsePrefix(text)
		if address, wrong := netip.ParseAddr(text); wrong == nil {
			network, err = address.Prefix(address.BitLen())
		}
		if err != nil {
			return nil, fmt.Errorf("-%s: %q is not an address or network, such as 10.0.0.7 or 10.0.0.0/8", name, text)
		}
		networks = append(networks, network.Masked())
	}
	return networks, nil
}
