package main

import "strings"

// schemaVersion is the schema of Grafana 12. Grafana 12 need not convert such files.
const schemaVersion = 41

// width is the width of a dashboard, in Grafana's columns.
const width = 24

// object is a JSON object.
type object = map[string]any

// source is the data source chosen at the top of a dashboard. The default is the
// provisioned one.
var source = object{"type": "prometheus", "uid": "${datasource}"}

// grafana returns a dashboard in Grafana's JSON model.
func (b board) grafana() object {
	return object{
		"uid":           "quatre-" + b.name,
		"title":         b.title,
		"description":   b.about,
		"tags":          []string{"quatre"},
		"schemaVersion": schemaVersion,
		"editable":      false,
		"graphTooltip":  1, // show the crosshair in all panels
		"refresh":       "30s",
		"time":          object{"from": "now-6h", "to": "now"},
		"timezone":      "browser",
		"links": []object{{
			"type": "dashboards", "tags": []string{"quatre"}, "title": "", "keepTime": true, "includeVars": true,
		}},
		"templating": object{"list": []object{{
			"name": "datasource", "label": "Source", "type": "datasource", "query": "prometheus",
			"current": object{"text": "Prometheus", "value": "prometheus"},
		}}},
		"annotations": object{"list": []object{starts()}},
		"panels":      b.place(),
	}
}

// starts returns the annotation that marks each start of a process.
func starts() object {
	return object{
		"name": "Starts", "enable": true, "iconColor": "blue", "datasource": source,
		"expr":            "process_start_time_seconds * 1000 and on (job, instance) quatre_build_info",
		"useValueForTime": true, "titleFormat": "{{job}} {{instance}} started",
	}
}

// place lays the rows out from top to bottom, and a row's panels from left to right.
func (b board) place() (panels []object) {
	id, y := 0, 0
	for _, r := range b.rows {
		if r.heading != "" {
			id++
			panels = append(panels, object{
				"id": id, "type": "row", "title": r.heading, "collapsed": false, "panels": []object{},
				"gridPos": object{"x": 0, "y": y, "w": width, "h": 1},
			})
			y++
		}
		for i, p := range r.panels {
			id++
			from, to := i*width/len(r.panels), (i+1)*width/len(r.panels)
			o := p.grafana()
			o["id"] = id
			o["gridPos"] = object{"x": from, "y": y, "w": to - from, "h": r.height}
			panels = append(panels, o)
		}
		y += r.height
	}
	return panels
}

// grafana returns a panel in Grafana's JSON model.
func (p panel) grafana() object {
	defaults := object{"unit": p.unit, "thresholds": p.thresholds(), "color": object{"mode": "palette-classic"}}
	if !p.mayBeNegative && (p.unit == "percentunit" || p.kind == "timeseries") {
		defaults["min"] = 0
	}
	o := object{
		"type": p.kind, "title": p.title, "description": p.about, "datasource": source, "targets": p.targets(),
		"fieldConfig": object{"defaults": defaults, "overrides": []object{}},
	}
	switch p.kind {
	case "stat":
		defaults["color"] = object{"mode": "thresholds"}
		defaults["noValue"] = "none yet"
		o["options"] = object{
			"reduceOptions": object{"calcs": []string{"lastNotNull"}, "fields": "", "values": false},
			"graphMode":     "area", "colorMode": "value", "textMode": "value",
		}
	case "timeseries":
		custom := object{"drawStyle": "line", "lineWidth": 1, "fillOpacity": 0, "showPoints": "never"}
		if p.stacked {
			custom["stacking"] = object{"mode": "normal", "group": "A"}
			custom["fillOpacity"] = 40
		}
		if p.limits != nil {
			custom["thresholdsStyle"] = object{"mode": "line"}
		}
		defaults["custom"] = custom
		o["options"] = object{
			"legend":  object{"displayMode": "list", "placement": "bottom", "showLegend": true},
			"tooltip": object{"mode": "multi", "sort": "desc"},
		}
	case "table":
		o["options"] = object{"showHeader": true}
		o["transformations"] = []object{{"id": "organize", "options": object{"excludeByName": object{"Time": true}}}}
	}
	return o
}

// thresholds returns a panel's limits. Values below the first limit are green, or red if
// the last limit is green.
func (p panel) thresholds() object {
	base := "green"
	if len(p.limits) > 0 && p.limits[len(p.limits)-1].color == "green" {
		base = "red"
	}
	steps := []object{{"color": base, "value": nil}}
	for _, l := range p.limits {
		steps = append(steps, object{"color": l.color, "value": l.from})
	}
	return object{"mode": "absolute", "steps": steps}
}

func (p panel) targets() (targets []object) {
	for i, q := range p.queries {
		t := object{"refId": string(rune('A' + i)), "datasource": source, "expr": strings.TrimSpace(q.expr), "legendFormat": q.legend}
		if p.kind == "table" {
			t["format"], t["instant"], t["range"] = "table", true, false
		}
		targets = append(targets, t)
	}
	return targets
}
