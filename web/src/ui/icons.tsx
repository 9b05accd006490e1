/** Line icons, 20 by 20. */

const PATHS = {
  first: "M6 4v12M16 4l-8 6 8 6",
  previous: "M13 4l-7 6 7 6",
  next: "M7 4l7 6-7 6",
  last: "M14 4v12M4 4l8 6-8 6",
  flip: "M6 3v12M3 12l3 4 3-4M14 17V5M11 8l3-4 3 4",
  edit: "M4 16l1-4 8-8 3 3-8 8zM11 6l3 3",
  trash: "M4 6h12M8 6V4h4v2M6 6l1 10h6l1-10",
  download: "M10 3v10M6 9l4 4 4-4M4 16h12",
  upload: "M10 14V4M6 8l4-4 4 4M4 16h12",
  search: "M9 15a6 6 0 100-12 6 6 0 000 12zM13.500 13.500L17 17",
  theme: "M10 3a7 7 0 100 14zM10 3a7 7 0 010 14",
  back: "M8 5l-5 5 5 5M3 10h9a5 5 0 015 5",
  play: "M6 4l10 6-10 6z",
  why: "M10 17a7 7 0 100-14 7 7 0 000 14zM10 9v5M10 6.500v.1",
  filter: "M3 5h14M6 10h8M8.500 15h3",
  more: "M5 8l5 5 5-5",
  options: "M3 6h9M16 6h1M3 14h1M8 14h9M12 4v4M6 12v4",
  save: "M6 3h8v14l-4-4-4 4z",
  enlarge: "M11 4h5v5M9 16H4v-5M16 4l-5 5M4 16l5-5",
  close: "M5 5l10 10M15 5L5 15",
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
