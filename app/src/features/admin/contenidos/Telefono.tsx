import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * What members see, as on a phone 360 wide: a page of its own, so that what depends on the width of the screen is that of the phone. To be
 * looked at: nothing in it can be pressed.
 */
export function Telefono({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement | null>(null)

  // Firefox puts another empty page there once it has loaded.
  const furnish = useCallback(() => {
    const page = frame.current?.contentDocument
    if (!page) return
    const { lang, className } = document.documentElement
    Object.assign(page.documentElement, { lang, className })
    // Rules that stand in the page itself are those of the server for development: the policy of others forbids them.
    const sheets = document.head.querySelectorAll(
      import.meta.env.DEV ? 'link[rel=stylesheet], style' : 'link[rel=stylesheet]',
    )
    page.head.replaceChildren(...[...sheets].map((sheet) => page.importNode(sheet, true)))
    page.body.className = document.body.className
    setBody(page.body)
  }, [])
  useEffect(furnish, [furnish])

  return (
    <div className="-mx-4 grid justify-items-center md:mx-0">
      <iframe
        ref={frame}
        title={label}
        onLoad={furnish}
        className="h-[32rem] w-[360px] max-w-full border-linea-fuerte border-y bg-crema md:rounded-card md:border"
      />
      {body && createPortal(<div inert>{children}</div>, body)}
    </div>
  )
}
