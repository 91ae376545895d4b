package wiretest

import "slices"

// closedSchemas returns a copy of a document in which schemas allow only the fields that
// they name.
func closedSchemas(node any) any {
	object, ok := node.(map[string]any)
	if !ok {
		if list, ok := node.([]any); ok {
			return mapped(list, closedSchemas)
		}
		return node
	}
	out := make(map[string]any, len(object))
	for key, value := range object {
		switch named, isMap := value.(map[string]any); {
		case key == "payload" || key == "schema":
			out[key] = closed(value, true)
		case key == "schemas" && isMap:
			all := map[string]any{}
			for name, schema := range named {
				all[name] = closed(schema, false) // the schema may be a part of another schema
			}
			out[key] = all
		case key == "example" || key == "examples":
			out[key] = value
		default:
			out[key] = closedSchemas(value)
		}
	}
	return out
}

// closed returns a copy of a schema that allows only the fields that it names. The schemas of
// its fields are closed in the same way. If alone is false, the schema is a part of another
// schema, and only the schemas of its fields are closed.
func closed(schema any, alone bool) any {
	s, ok := schema.(map[string]any)
	if !ok {
		return schema
	}
	out := make(map[string]any, len(s))
	for key, value := range s {
		switch key {
		case "properties":
			fields := map[string]any{}
			for name, field := range value.(map[string]any) {
				fields[name] = closed(field, true)
			}
			out[key] = fields
		case "items":
			out[key] = closed(value, true)
		case "allOf", "anyOf", "oneOf":
			out[key] = mapped(value.([]any), func(part any) any { return closed(part, false) })
		case "then", "else":
			out[key] = closed(value, false)
		default:
			out[key] = value
		}
	}
	_, open := s["additionalProperties"]
	if alone && !open && slices.ContainsFunc([]string{"$ref", "properties", "allOf", "anyOf", "oneOf"}, func(key string) bool {
		_, has := s[key]
		return has
	}) {
		out["unevaluatedProperties"] = false
	}
	return out
}

func mapped(list []any, f func(any) any) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}
