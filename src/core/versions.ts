// The dated versions of the API, oldest first. A version begins with a breaking change; each but
// the first has an entry in src/http/versions/changes.ts. docs/versions.md has the policy.

export const API_VERSIONS: string[] = ['2026-12-01']

export const NEWEST_VERSION = API_VERSIONS.at(-1)!

export const VERSION_HEADER = 'X-Service-Version'
