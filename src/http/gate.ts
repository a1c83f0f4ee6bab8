/** Pages of the dashboard for people who are not signed in. `path`: without mode and prefix. */
export function isGate(path: string): boolean {
  return /^\/?(sign-in|sign-up(\/confirm)?|forgotten-password|reset|invitation)\/?$/.test(path)
}
