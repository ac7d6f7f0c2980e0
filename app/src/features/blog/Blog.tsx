import { ArrowDown } from 'lucide-react'
import { Link } from 'react-router'
import { Card } from '../../components/layout/Card.tsx'
import { PageTitle } from '../../components/layout/PageTitle.tsx'
import { MisHistorias } from './MisHistorias.tsx'
import { NuevaHistoria } from './NuevaHistoria.tsx'
import { HISTORIAS, Publicadas } from './Publicadas.tsx'

/** Stories: one to tell, hers, and everybody's. */
export function Blog() {
  return (
    <div className="mx-casa grid max-w-6xl gap-6 px-4 pt-4 md:px-8 md:pt-10">
      <header className="grid gap-1">
        <PageTitle>Blog</PageTitle>
        <p className="text-tinta-suave">
          Historias de mujeres como tú. Cuenta la tuya si quieres, con tu nombre o sin él.
        </p>
        {/* On a telephone what others wrote stands below the form, two screens further down. */}
        <Link
          to={`/comunidad/blog${HISTORIAS}`}
          className="inline-flex min-h-11 items-center gap-1.5 justify-self-start font-semibold text-jacaranda-texto underline underline-offset-4 lg:hidden"
        >
          Leer las historias
          <ArrowDown aria-hidden="true" className="size-5" />
        </Link>
      </header>
      <div className="grid gap-8 grid-cols-1 lg:grid-cols-[minmax(0,416px)_minmax(0,1fr)]">
        <div className="grid min-w-0 content-start gap-8">
          <Card as="section" aria-labelledby="nueva-titulo" className="grid gap-4">
            <h2 id="nueva-titulo" className="text-2xl">
              Comparte tu historia
            </h2>
            <NuevaHistoria />
          </Card>
          <MisHistorias />
        </div>
        <Publicadas />
      </div>
    </div>
  )
}
