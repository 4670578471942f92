import { bytes, idOf, wordParam } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { failedShipments } from "./failed-shipments.rules.ts";
import { labelOf } from "./label-content.rules.ts";
import { printLabels } from "./labels.service.ts";
import { labelsPdf } from "./print/label-pdf.ts";
import { labelsZip } from "./print/label-zpl.ts";

const maxLabels = 50;

// What is no id is skipped among ids, as shipments are that cannot be printed.
const shipment_ids = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((word) => word.trim())
      .filter((word) => /^\d{1,16}$/.test(word)),
  )
  .refine((words) => words.length > 0, "must be shipment ids, separated by commas")
  .transform((words) => [...new Set(words.map(idOf))])
  .refine((ids) => ids.length <= maxLabels, `must be at most ${maxLabels} ids`);

const Label = z.object({ shipment_ids: z.string().describe("Shipments, separated by commas") });

/** Labels of shipments (commerce 3.6). */
export const shipmentLabels = resource({
  name: "Shipment labels",
  description: "The labels that sellers stick on parcels, as PDF or for Zebra printers",
  fields: Label,
  related: ["/shipments"],
  errorFields: failedShipments,
  operations: [
    operation({
      id: "readShipmentLabels",
      method: "GET",
      path: "/shipment_labels",
      example: "/shipment_labels?shipment_ids=4350000007&response_type=pdf",
      query: {
        shipment_ids: shipment_ids.describe("Shipments, separated by commas, at most 50"),
        response_type: wordParam(["pdf", "zpl2"])
          .optional()
          .describe("pdf, or zpl2 for a ZIP archive with the commands of Zebra printers"),
        savePdf: z.string().optional().describe("Y asks for the PDF too"),
      },
      summary:
        "Reads labels, to their seller; the first reading prints them. Shipments that cannot be printed are left out",
      file: ["application/pdf", "application/zip"],
      errors: [
        problems.shipment_not_found,
        problems.invalid_shipment_caller,
        problems.invalid_shipment_mode,
        problems.invalid_shipment_ff_public,
        problems.not_printable_status,
      ],
      async handle({ query: { shipment_ids: ids, response_type }, caller, http }, deps) {
        // HEAD, with which clients look whether there is a label, prints nothing.
        const marks = http.req.method !== "HEAD";
        const printed = await printLabels({ ids, marks }, caller, deps);
        const labels = printed.map(labelOf);
        const [first] = printed;
        // The time of the first printing, so that the same labels are the same bytes.
        const at = first?.shipment.firstPrintedAt ?? deps.clock.now();
        const named = (extension: string) => ({
          headers: {
            "Content-Disposition": `attachment; filename="Shipment-${first?.shipment.id}.${extension}"`,
          },
        });
        return response_type === "zpl2"
          ? bytes(await labelsZip(labels, at), "application/zip", named("zip"))
          : bytes(await labelsPdf(labels, at), "application/pdf", named("pdf"));
      },
    }),
  ],
});
