import { Go } from '../parts/go.tsx'
import { paths } from '../paths.ts'
import { useGet } from '../use-list.ts'

/** By name; by its code until the name has come. */
export function SubaccountLink({ code }: { code: string }) {
  const { data } = useGet('/subaccounts/{subaccount_code}', { params: { subaccount_code: code } })
  return <Go to={paths.subaccount(code)}>{data?.business_name ?? code}</Go>
}
