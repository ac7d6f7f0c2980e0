import { Clock } from 'lucide-react'
import { Button } from '../../components/button/Button.tsx'
import { Collapsible } from '../../components/layout/Collapsible.tsx'
import { showUnderConstruction } from '../../lib/toast/sharedToasts.ts'
import { type Practica, secciones } from './practicas.ts'

/** Rituals, baths and meditations: all of it readable at once, what would guide her through it still to come. */
export function Practicas() {
  return (
    <section className="grid gap-3">
      <h2 className="text-2xl">Para tu calma</h2>
      {secciones.map(({ titulo, introduccion, accion, practicas }) => (
        <Collapsible key={titulo} title={titulo}>
          <p className="text-tinta-suave">{introduccion}</p>
          <ul className="mt-1 grid divide-y divide-linea">
            {practicas.map((practica) => (
              <PracticaCard key={practica.titulo} {...practica} accion={accion} />
            ))}
          </ul>
        </Collapsible>
      ))}
    </section>
  )
}

function PracticaCard({ titulo, tiempo, materiales, pasos, accion }: Practica & { accion: string }) {
  return (
    <li className="grid gap-3 py-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h4 className="font-serif text-lg leading-snug">{titulo}</h4>
        <p className="flex items-center gap-1.5 text-sm text-tinta-suave">
          <Clock aria-hidden="true" className="size-4" />
          {tiempo}
        </p>
      </header>
      <p>
        <span className="font-semibold">Necesitas: </span>
        {asList(materiales)}.
      </p>
      <ol className="grid list-decimal gap-1.5 pl-5 marker:text-tinta-suave">
        {pasos.map((paso) => (
          <li key={paso}>{paso}</li>
        ))}
      </ol>
      <Button look="secondary" className="justify-self-start" onClick={() => showUnderConstruction()}>
        {accion}
        <span className="sr-only">: {titulo}</span>
      </Button>
    </li>
  )
}

/** «una hoja, un lápiz y un sobre». */
function asList(cosas: string[]): string {
  const minusculas = cosas.map((cosa) => cosa.charAt(0).toLowerCase() + cosa.slice(1))
  return new Intl.ListFormat('es', { type: 'conjunction' }).format(minusculas)
}
