import { paths } from '../paths.ts'
import { ErrorBox } from './error-box.tsx'
import { Go } from './go.tsx'
import { Page } from './page.tsx'

/** In place of a page that failed while it was drawn. */
export function Broken({ error }: { error: unknown }) {
  return (
    <Page title="This page does not work">
      <ErrorBox error={error} again={() => location.reload()} />
    </Page>
  )
}

export function NoSuchPage() {
  return (
    <main className="splash">
      <Page title="There is no such page" isNarrow>
        <p>
          The address may be an old one, or miss a letter. <Go to={paths.home()}>Go home</Go>.
        </p>
      </Page>
    </main>
  )
}
