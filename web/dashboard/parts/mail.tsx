import { useEffect, useRef, useState } from 'react'

// The HTML of a mail, in a frame in which nothing runs, nothing is loaded and no link leads
// anywhere: the sandbox forbids scripts, and the policy of the page, which the frame inherits,
// forbids the rest. That policy also forbids styles that stand in the text, so those of the
// elements are set one by one when it is there. Only here is text made into HTML.

const HEIGHT_MAX = 640

type Policy = { createHTML: (text: string) => string }
type Factory = { createPolicy: (name: string, rules: Policy) => Policy }

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
/** The page's policy allows this name only, so nothing else can create one. */
const policy: Policy = factory?.createPolicy('mail', { createHTML: inert }) ?? { createHTML: inert }

/** Drops style sheets, and moves style attributes to data-style. */
function inert(html: string): string {
  return html
    .replaceAll(/<style\b[\s\S]*?<\/style>/gi, '')
    .replaceAll(/\sstyle=(["'])/gi, ' data-style=$1')
}

export function Mail({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(HEIGHT_MAX / 2)
  useEffect(() => {
    if (frame.current !== null) frame.current.srcdoc = policy.createHTML(html)
  }, [html])
  const onLoad = () => {
    const page = frame.current?.contentDocument
    if (!page) return
    for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
      element.style.cssText = element.dataset['style'] ?? ''
    }
    setHeight(Math.min(page.documentElement.scrollHeight, HEIGHT_MAX))
  }
  return (
    <iframe
      ref={frame}
      className="mail"
      title={title}
      // Lets this page set its styles; the frame itself runs no scripts.
      sandbox="allow-same-origin"
      style={{ blockSize: height }}
      onLoad={onLoad}
    />
  )
}
