import { useGet } from '../use-list.ts'

/** Where only the code of a bank is known: its name, or the code until the names have come. */
export function useBankName(): (code: string) => string {
  const { data = [] } = useGet('/banks', { query: { all: 'true' } })
  return (code) => data.find((bank) => bank.code === code || bank.nip_code === code)?.name ?? code
}
