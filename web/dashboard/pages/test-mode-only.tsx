import { Button } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Page } from '../parts/page.tsx'
import { switchMode } from '../place.ts'

/** In live mode, in place of what only test mode has. */
export function TestModeOnly({ title }: { title: string }) {
  const action = <Button onClick={() => switchMode('test')}>Go to test mode</Button>
  return (
    <Page title={title}>
      <Empty
        sentence="This is for trying things out, and there is none of it in live mode."
        action={action}
      />
    </Page>
  )
}
