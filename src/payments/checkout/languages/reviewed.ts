// The languages that a speaker has signed off; docs/checkout.md says who and when. Only these are
// chosen by what a browser asks for. Any other one must be chosen, and is called unreviewed there.

export const REVIEWED: readonly string[] = ['en']
