// The languages that a speaker has approved: docs/checkout.md says who and when. Only these are
// selected by Accept-Language. A customer can choose the others, which are marked as unreviewed.

export const REVIEWED: readonly string[] = ['en']
