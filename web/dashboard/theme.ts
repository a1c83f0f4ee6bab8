// The colour scheme: the system's, or the one chosen in this browser.

export type Theme = 'system' | 'light' | 'dark'

const NAME = 'cowrie-theme'

export function chosenTheme(): Theme {
  const chosen = localStorage.getItem(NAME)
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(NAME, theme)
  applyTheme()
}

export function applyTheme(): void {
  const theme = chosenTheme()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
