import { useQuery } from '@tanstack/react-query'
import { getFile } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Copy } from '../parts/copy.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useDownload } from '../use-download.ts'
import type { Link } from './payment-link-words.ts'

/** Where customers go: to copy, to open, and as a code to be scanned. */
export function LinkAddress({ link: { id, url, slug, name } }: { link: Link }) {
  const params = { id }
  const { data, error, refetch } = useQuery({
    queryKey: ['/payment-links/{id}/qr.svg', params],
    queryFn: async ({ signal }) =>
      (await getFile('/payment-links/{id}/qr.svg', { params, signal })).text(),
  })
  const png = useDownload({ name: `${slug}.png`, said: 'The picture is saved.' })
  const svg = useDownload({ name: `${slug}.svg`, said: 'The drawing is saved.' })
  return (
    <div className="link-address">
      <Copy text={url} />
      <div className="link-code">
        {error ? <ErrorBox error={error} again={() => void refetch()} /> : null}
        {data === undefined && !error && <Skeleton />}
        {data !== undefined && (
          <img
            src={`data:image/svg+xml,${encodeURIComponent(data)}`}
            alt={`Code to scan that leads to ${name}`}
            width={180}
            height={180}
          />
        )}
        <div className="link-code-actions">
          <a className="button" href={url} target="_blank" rel="noreferrer">
            Open the page
          </a>
          <Button
            icon="download"
            isBusy={png.isBusy}
            onClick={() => png.start('/payment-links/{id}/qr.png', { params })}
          >
            Code as PNG
          </Button>
          <Button
            icon="download"
            isBusy={svg.isBusy}
            onClick={() => svg.start('/payment-links/{id}/qr.svg', { params })}
          >
            Code as SVG
          </Button>
          <p className="faint">PNG for messages and documents, SVG for print of any size.</p>
        </div>
      </div>
    </div>
  )
}
