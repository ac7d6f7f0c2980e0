import { type ReactNode, useEffect } from 'react'
import { NoStorageNotice } from '../../components/feedback/NoStorageNotice.tsx'
import { Jacaranda } from '../../components/illustrations/Jacaranda.tsx'
import { Rama } from '../../components/illustrations/Rama.tsx'
import { prepareToAsk } from '../../lib/api/ask.ts'
import { isSessionStored } from '../../lib/session/sessionStorage.ts'

/**
 * The frame of login and register: a drawn branch on top on phones, the whole tree beside on wide screens. A visitor who begins to write in
 * it will ask something.
 */
export function Marco({
  title,
  subtitle,
  children,
}: {
  title: string
  subtitle: ReactNode
  children: ReactNode
}) {
  useEffect(prepareToAsk, [])
  return (
    <div className="grid grow md:grid-cols-2 md:gap-10 md:px-8 md:pb-8">
      <div className="hidden items-end overflow-hidden rounded-tile bg-(--dibujo-cielo) md:sticky md:top-16 md:flex md:h-[calc(100dvh-96px)]">
        <Jacaranda className="w-full" />
      </div>
      {/* What is wrong comes clear of the way out and of the toast that says so, both above. */}
      <div className="relative mx-auto grid w-full max-w-md content-start gap-6 px-4 pb-10 max-md:[&_[aria-invalid]]:scroll-mt-54 md:content-center md:py-6">
        <Rama className="-mt-16 -ml-10 w-64 justify-self-start md:hidden" />
        <header className="grid gap-1.5">
          <h1 className="text-[2rem]">{title}</h1>
          <p className="text-tinta-suave">{subtitle}</p>
          <NoStorageNotice unless={isSessionStored} />
        </header>
        {children}
      </div>
    </div>
  )
}
