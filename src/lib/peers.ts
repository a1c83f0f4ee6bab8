// The other processes of this service on this machine, behind the same port. What they tell each
// other comes late by a moment and may be lost: nothing may rest on it that a row does not say too.

export type Sharing<News> = {
  /** What the others do not know yet; null where that is nothing. Asked for again and again. */
  news(): News | null
  /** What one of them told. */
  learn(news: News): void
}

export type Peers = {
  /** The same name in every process is the same thing. */
  share<News>(name: string, sharing: Sharing<News>): void
}
