import "leaflet/dist/leaflet.css";
import { useQuery } from "@tanstack/react-query";
import L from "leaflet";
import { useEffect, useRef } from "react";
import { useTexts } from "../../texts/texts.ts";
import type { CoverageDraft } from "./coverage.rules.ts";
import classes from "./flex.module.css";
import { flexTexts } from "./flex-texts.ts";
import type { Zone } from "./zone.ts";

export interface Place {
  latitude: number;
  longitude: number;
}

/** Outlines of countries, from Natural Earth (public domain), simplified; there are no tiles. */
const outlines = import.meta.glob<string>("./countries/*.geojson", {
  query: "?url",
  import: "default",
  eager: true,
});

function useOutline(site: string) {
  return useQuery({
    queryKey: ["flex", "outline", site],
    async queryFn() {
      const url = outlines[`./countries/${site.toLowerCase()}.geojson`];
      return url ? ((await (await fetch(url)).json()) as GeoJSON.MultiPolygon) : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

interface Props {
  site: string;
  zones: readonly Zone[];
  draft: CoverageDraft;
  onToggle(zone: Zone): void;
  place: Place | undefined;
}

/** The zones over the outline of their country. The list beside it does the same by keyboard. */
export function ZoneMap({ site, zones, draft, onToggle, place }: Props) {
  const said = useTexts(flexTexts);
  const box = useRef<HTMLElement>(null);
  const map = useRef<L.Map>(undefined);
  const drawn = useRef<L.LayerGroup>(undefined);
  const { data: outline } = useOutline(site);

  useEffect(() => {
    if (!box.current) return;
    const made = L.map(box.current, {
      attributionControl: false,
      zoomControl: false,
      zoomSnap: 0.25,
      minZoom: 3,
    });
    const bounds = L.geoJSON(zones.map(({ polygon }) => polygon.geometry)).getBounds();
    made.fitBounds(bounds.pad(0.15));
    map.current = made;
    drawn.current = L.layerGroup().addTo(made);
    return () => void made.remove();
  }, [site]);

  const { zoomIn, zoomOut } = said;
  useEffect(() => {
    if (!map.current) return;
    const buttons = L.control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(map.current);
    return () => void buttons.remove();
  }, [site, zoomIn, zoomOut]);

  useEffect(() => {
    if (!outline || !map.current) return;
    const land = L.geoJSON(outline, { interactive: false, style: { className: classes.land ?? "" } });
    land.addTo(map.current).bringToBack();
    return () => void land.remove();
  }, [outline]);

  useEffect(() => {
    const layer = drawn.current;
    if (!layer) return;
    layer.clearLayers();
    for (const zone of zones) {
      const polygon = L.geoJSON(zone.polygon.geometry, { style: { className: styleOf(zone, draft) } });
      polygon
        .bindTooltip(zone.label, { sticky: true })
        .on("click", () => onToggle(zone))
        .addTo(layer);
    }
    if (place)
      L.circleMarker([place.latitude, place.longitude], { radius: 7, className: classes.place ?? "" }).addTo(
        layer,
      );
  });

  return <section ref={box} className={classes.map} aria-label={said.map} />;
}

function styleOf(zone: Zone, draft: CoverageDraft): string {
  const isSelected = draft.has(zone.id);
  const kind = !zone.enabled ? classes.barred : isSelected ? classes.chosen : classes.free;
  const isChanged = isSelected !== zone.selected;
  return [classes.zone, kind, isChanged && classes.changed].filter(Boolean).join(" ");
}
