import { type ReactNode, useEffect, useRef } from 'react'

type NoticePageProps = { illustration: ReactNode; title: string; children: ReactNode }

/** A calm page with one thing to say and one thing to do. Its heading takes the focus, so that it is read out, and it is seen from its top. */
export function NoticePage({ illustration, title, children }: NoticePageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return (
    <div className="mx-auto grid w-full max-w-md grow content-start justify-items-center gap-5 px-4 pt-6 pb-10 text-center md:content-center">
      {illustration}
      <h1 ref={heading} tabIndex={-1} className="text-3xl focus-visible:outline-none">
        {title}
      </h1>
      {children}
    </div>
  )
}
