const PATHS = {
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  locate: "M10 2v3M10 15v3M2 10h3M15 10h3M10 6a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  play: "M6 4l10 6-10 6Z",
  pause: "M7 4v12M13 4v12",
  aerial: "M3 4h14v12H3ZM3 13l4-4 3 3 3-2 4 4M13 7h.01",
  up: "M5 12l5-5 5 5",
  down: "M5 8l5 5 5-5",
} as const;

interface IconButtonProps {
  readonly icon: keyof typeof PATHS;
  /** Name for screen readers, and shown on hover. */
  readonly label: string;
  readonly "aria-expanded"?: boolean;
  readonly "aria-controls"?: string;
  readonly "aria-pressed"?: boolean;
  onClick(): void;
}

export function IconButton({ icon, label, ...attributes }: IconButtonProps) {
  return (
    <button type="button" class="button quiet icon" aria-label={label} title={label} {...attributes}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={PATHS[icon]} />
      </svg>
    </button>
  );
}
