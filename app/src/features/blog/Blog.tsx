import { PenLine } from 'lucide-react'
import { useRef } from 'react'
import { FloatingButton } from '../../components/button/FloatingButton.tsx'
import { cx } from '../../components/cx.ts'
import { Card } from '../../components/layout/Card.tsx'
import { useColumns } from '../../components/layout/OnWide.tsx'
import { PageTitle } from '../../components/layout/PageTitle.tsx'
import { MisHistorias } from './MisHistorias.tsx'
import { NuevaHistoria } from './NuevaHistoria.tsx'
import { Publicadas } from './Publicadas.tsx'

/** Everybody's stories, one to tell, and hers. In one column what others wrote comes first, and the form is one tap away. */
export function Blog() {
  const columns = useColumns()
  const own = useRef<HTMLDivElement>(null)
  const tell = () => {
    own.current?.scrollIntoView({ block: 'start' })
    document.getElementById('nueva-titulo')?.parentElement?.querySelector('input')?.focus()
  }

  const stories = <Publicadas key="historias" />
  const hers = (
    <div
      key="propias"
      ref={own}
      className={cx('grid min-w-0 content-start', columns ? 'gap-8' : 'scroll-mt-2 gap-4')}
    >
      {!columns && <MisHistorias folded />}
      <Card as="section" aria-labelledby="nueva-titulo" className="grid gap-4">
        <h2 id="nueva-titulo" className="text-2xl">
          Comparte tu historia
        </h2>
        <NuevaHistoria />
      </Card>
      {columns && <MisHistorias />}
    </div>
  )
  return (
    <div className="mx-casa grid max-w-6xl gap-4 px-4 pt-4 md:gap-6 md:px-8 md:pt-10">
      <header className="grid gap-1">
        <PageTitle>Blog</PageTitle>
        <p className="text-tinta-suave">
          Historias de mujeres como tú. Cuenta la tuya si quieres, con tu nombre o sin él.
        </p>
      </header>
      <FloatingButton target={own} onClick={tell} icon={<PenLine aria-hidden="true" className="size-5" />}>
        Contar la mía
      </FloatingButton>
      {/* The order of the page is that in which it is read aloud, at either width. */}
      <div className="in-turn grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,416px)_minmax(0,1fr)]">
        {columns ? [hers, stories] : [stories, hers]}
      </div>
    </div>
  )
}
