// The accent that the business chose. The policy of the page forbids style from the server, and
// allows properties that the script sets. Part of the page's one script: see `checkout.ts`.

export function startLook(): void {
  const { style, dataset } = document.documentElement
  if (!dataset.accent) return
  style.setProperty('--own', dataset.accent)
  style.setProperty('--own-dark', dataset.accentDark!)
}
