// Decorative icons beside labels, hidden from screen readers.

/** SVG paths in a box of 16 by 16. */
const DRAWINGS = {
  home: 'M2.5 7 8 2.5 13.5 7v6.5h-4v-4h-3v4h-4z',
  transactions: 'M2 5h10.5M10 2.5 12.5 5 10 7.5M14 11H3.5M6 8.5 3.5 11 6 13.5',
  customers:
    'M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8z' +
    'M2.5 13.5c.5-2.5 2.5-3.75 5.5-3.75s5 1.25 5.5 3.75',
  link:
    'M6.5 9.5 9.5 6.5M7 4.5l1.5-1.5a3.18 3.18 0 0 1 4.5 4.5L11.5 9' +
    'M9 11.5 7.5 13A3.18 3.18 0 0 1 3 8.5L4.5 7',
  repeat: 'M3 7.5V7a3 3 0 0 1 3-3h7M11 2l2 2-2 2M13 8.5V9a3 3 0 0 1-3 3H3M5 10l-2 2 2 2',
  plan: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3M5.5 10l1.75 1.75L10.5 8.5',
  account: 'M2 6.5 8 3l6 3.5M3.5 6.5v5M6.5 6.5v5M9.5 6.5v5M12.5 6.5v5M2 13.5h12',
  deposit: 'M8 2.5v7.5M4.75 7 8 10.25 11.25 7M2.5 13.5h11',
  refund: 'M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6',
  wallet: 'M2.5 4.5h10v9h-10zM2.5 4.5 10 2.5v2M9.5 9h3',
  settlement: 'M3 2.5h10v11l-2-1.25-1.5 1.25L8 12.25 6.5 13.5 5 12.25 3 13.5zM5.5 6h5M5.5 9h5',
  payout: 'M8 10.5V3M4.75 6 8 2.75 11.25 6M2.5 13.5h11',
  split: 'M8 13.5V9.5L3.5 5V2.5M8 9.5 12.5 5V2.5',
  identity:
    'M2 3.5h12v9H2zM6 8.25a1.4 1.4 0 1 0 0-2.8 1.4 1.4 0 0 0 0 2.8z' +
    'M3.75 11c.3-1 1.1-1.5 2.25-1.5S7.95 10 8.25 11M10 6.5h2.25M10 9h2.25',
  key: 'M10 9a3.25 3.25 0 1 0-3-2l-5 5v2h2.5v-1.5H6V11l1.5-1.5',
  webhook:
    'M5.5 6.5A2.75 2.75 0 1 1 9.9 6l-1.9-.5M8 5.5 5 11M5 11a1.9 1.9 0 1 1-2.5-1.9M5 11h6.5' +
    'M11.5 11a1.9 1.9 0 1 0-1-1.6',
  event: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z',
  message: 'M2.5 3.5h11v8h-6l-3 2.5v-2.5h-2z',
  sandbox: 'M6 2.5h4M6.75 2.5V6.5L3 13.5h10L9.25 6.5V2.5M5 10h6',
  team:
    'M6 7.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5z' +
    'M1.5 13c.4-2.2 2-3.25 4.5-3.25S10.1 10.8 10.5 13M10.5 7.25a2 2 0 0 0 0-4' +
    'M12 9.75c1.5.4 2.3 1.5 2.5 3.25',
  settings:
    'M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 1.75v2M8 12.25v2M1.75 8h2M12.25 8h2M3.6 3.6 5 5' +
    'M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4',
  audit: 'M3.5 2h9v12h-9zM6 5.5h4M6 8h4M6 10.5h2.5',
  security: 'M8 1.75 3 3.5v4c0 3 2 5.25 5 6.75 3-1.5 5-3.75 5-6.75v-4zM6 8l1.5 1.5L10.25 6.5',
  operator: 'M2 13.5h12M3.5 13.5V9M6.5 13.5V5M9.5 13.5V7.5M12.5 13.5V3',
  business: 'M3 13.5V3.5l5-1.5v11.5M8 6l5 1.5v6M1.5 13.5h13M5.5 5.5v0M5.5 8v0M5.5 10.5v0',
  rail: 'M2 11.5h12M2 4.5h12M4 4.5v7M8 4.5v7M12 4.5v7',
  job: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.75V8l2.25 1.5',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3.5 3.5',
  down: 'M4 6l4 4 4-4',
  right: 'M6 3.5 10.5 8 6 12.5',
  left: 'M10 3.5 5.5 8l4.5 4.5',
  more: 'M3.5 8v.01M8 8v.01M12.5 8v.01',
  check: 'M3 8.5 6.5 12 13 4.5',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  plus: 'M8 3v10M3 8h10',
  download: 'M8 2.5v7.5M4.75 7 8 10.25 11.25 7M2.5 13.5h11',
  warning: 'M8 2 1.5 13.5h13zM8 6.5v3M8 11.5v.01',
  external: 'M6 3H3v10h10v-3M9 2.5h4.5V7M13.5 2.5 7.5 8.5',
} satisfies Record<string, string>

export type IconName = keyof typeof DRAWINGS

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={DRAWINGS[name]} />
    </svg>
  )
}
