import { Checkbox, TextArea } from '../parts/field.tsx'
import { useBusiness } from '../session.ts'
import { EACH_SCOPE, grantable, mayGive, SCOPES, type Scope } from './key-words.ts'

// What a secret key may do and from where: the same fields for a new key and for one that is there.

export type Grant = { scopes: Scope[]; networks: string }

const NOT_YOURS = 'Your role may not do this itself, so no key of yours can.'

export function useGrantable(): Scope[] {
  return grantable(useBusiness()?.permissions ?? [])
}

export function GrantFields(props: { grant: Grant; onChange: (grant: Grant) => void }) {
  const { grant, onChange } = props
  const own = useGrantable()
  const isAll = grant.scopes.includes('all')
  const set = (scope: Scope, isOn: boolean) => {
    const others = grant.scopes.filter((one) => one !== scope)
    onChange({ ...grant, scopes: isOn ? [...others, scope] : others })
  }
  return (
    <>
      <fieldset className="fieldset">
        <legend>What it may do</legend>
        {mayGive(own, 'all') && (
          <Checkbox
            name="all"
            label="Everything, and whatever is added later"
            isOn={isAll}
            onChange={(isOn) => onChange({ ...grant, scopes: isOn ? ['all'] : [...EACH_SCOPE] })}
          />
        )}
        {!isAll &&
          EACH_SCOPE.map((scope) => (
            <Checkbox
              key={scope}
              name={scope}
              label={SCOPES[scope].text}
              isOn={grant.scopes.includes(scope)}
              why={mayGive(own, scope) ? undefined : NOT_YOURS}
              onChange={(isOn) => set(scope, isOn)}
            />
          ))}
      </fieldset>
      <TextArea
        name="allowed_ips"
        label="Allowed addresses"
        isOptional
        help="Your servers, one address or network a line. Empty: the key works from everywhere."
        placeholder={'203.0.113.7\n2001:db8::/48'}
        value={grant.networks}
        onChange={(networks) => onChange({ ...grant, networks })}
      />
    </>
  )
}

/** As the API takes it. */
export function bodyOf({ scopes, networks }: Grant) {
  const lines = networks.split('\n').map((line) => line.trim())
  return { scopes, allowed_ips: lines.filter((line) => line !== '') }
}
