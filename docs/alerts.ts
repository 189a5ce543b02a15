/** Renders the alert rules of deploy/prometheus from the list of health checks. */
import type { HealthCheck } from "../src/operator/health/health-check.ts";
import { HEALTH_CHECKS, type HealthCode } from "../src/operator/health/health-checks.ts";
import { healthText } from "../src/operator/health/health-texts.ts";

/** Returns the file of rules. Its quoted texts are JSON, which YAML reads too. */
export function renderAlerts(): string {
  const rules = (Object.keys(HEALTH_CHECKS) as HealthCode[]).map(renderAlert);
  return `# Alert rules for baken; docs/watch.md#metrics-and-alerts. The scrape job is called baken:
#   scrape_configs:
#     - job_name: baken
#       static_configs: [{ targets: ["127.0.0.1:9090"] }]
# Generated from src/operator/health/health-checks.ts by npm run docs:pages; do not edit.
groups:
  - name: baken
    rules:
${rules.join("")}`;
}

function renderAlert(code: HealthCode): string {
  const { alert }: HealthCheck = HEALTH_CHECKS[code];
  if (alert === undefined) {
    return "";
  }
  const { subject = "baken on {{ $labels.instance }}", values = {}, note = "" } = alert;
  const { title, remedy } = healthText(
    code,
    "en",
    (name, kind) =>
      values[name] ?? (kind === "bytes" ? "{{ $value | humanize1024 }}B" : "{{ $value | humanize }}"),
  );
  return `      - alert: ${alert.name}
        expr: ${alert.expr}
${alert.for === undefined ? "" : `        for: ${alert.for}\n`}        labels: { severity: ${alert.isCritical ? "critical" : "warning"} }
        annotations:
          summary: ${JSON.stringify(`${subject}: ${title}.`)}
          description: ${JSON.stringify(`${remedy} ${note}`.trim())}
`;
}
