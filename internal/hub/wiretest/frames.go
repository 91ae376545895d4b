package wiretest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// FromHub checks a frame of a hub against asyncapi.yaml. The field t of the frame names the
// message.
func FromHub(frame []byte) error { return check("fromHub", frame) }

// FromClient checks a frame of a client against asyncapi.yaml.
func FromClient(frame []byte) error { return check("fromClient", frame) }

func check(operation string, frame []byte) error {
	var head struct {
		T string `json:"t"`
	}
	if err := json.Unmarshal(frame, &head); err != nil {
		return err
	}
	if !slices.Contains(messages()[operation], head.T) {
		return fmt.Errorf("asyncapi.yaml has no message %q in %s", head.T, operation)
	}
	if err := asyncapi().validate("/components/messages/"+head.T+"/payload", frame); err != nil {
		return fmt.Errorf("%s\n%w", frame, err)
	}
	return nil
}

// messages returns the names of the messages of each operation. The field t of a frame has
// the name of its message.
var messages = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for operation := range asyncapi().at("operations").(map[string]any) {
		for _, ref := range asyncapi().at("operations", operation, "messages").([]any) {
			path := ref.(map[string]any)["$ref"].(string)
			all[operation] = append(all[operation], path[strings.LastIndex(path, "/")+1:])
		}
	}
	return all
})
