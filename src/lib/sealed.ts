// What each feature tells of a column that it keeps sealed, so that the key can be replaced.

export type SealedColumn<Key extends string = string> = {
  table: string
  column: string
  /** The columns of the table's primary key, as its rows name them. */
  key: readonly Key[]
  /** What a text of this row is bound to. */
  boundTo(row: Record<Key, string>): string
}
