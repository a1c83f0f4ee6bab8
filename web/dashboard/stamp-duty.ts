import { naira } from './naira.ts'
import { useGet } from './use-list.ts'

/** The stamp duty on a transfer of this amount; 0 if none is due. */
export function useStampDuty(kobo: number | null): number {
  const { data } = useGet('/settings/fees')
  const duty = data?.stamp_duty
  return duty && kobo !== null && kobo >= duty.from_amount ? duty.amount : 0
}

export function dutySentence(kobo: number, duty: number): string {
  return `Plus ${naira(duty)} stamp duty: ${naira(kobo + duty)} leaves your wallet.`
}
