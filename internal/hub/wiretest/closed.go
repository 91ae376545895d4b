package wiretest

import "slices"

// closeSchemas changes the schemas of a document: they then allow only the fields that they name.
func closeSchemas(node any) {
	switch node := node.(type) {
	case []any:
		for _, v := range node {
			closeSchemas(v)
		}
	case map[string]any:
		for key, value := range node {
			switch named, isMap := value.(map[string]any); {
			case key == "payload" || key == "schema":
				closeSchema(value, true)
			case key == "schemas" && isMap:
				for _, schema := range named {
					closeSchema(schema, false) // it may be a part of another schema
				}
			case key != "example" && key != "examples":
				closeSchemas(value)
			}
		}
	}
}

// closeSchema makes a schema allow only the fields that it names. The schemas of its fields are
// closed in the same way. If alone is false, the schema is a part of another schema, and only the
// schemas of its fields are closed.
func closeSchema(schema any, alone bool) {
	s, ok := schema.(map[string]any)
	if !ok {
		return
	}
	closes := false
	for key, value := range s {
		switch key {
		case "properties":
			for _, field := range value.(map[string]any) {
				closeSchema(field, true)
			}
		case "items":
			closeSchema(value, true)
		case "allOf", "anyOf", "oneOf":
			for _, part := range value.([]any) {
				closeSchema(part, false)
			}
		case "then", "else":
			closeSchema(value, false)
		}
		closes = closes || slices.Contains([]string{"$ref", "properties", "allOf", "anyOf", "oneOf"}, key)
	}
	if _, open := s["additionalProperties"]; alone && closes && !open {
		s["unevaluatedProperties"] = false
	}
}
