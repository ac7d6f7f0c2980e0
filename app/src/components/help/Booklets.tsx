import { BookOpen, ChevronRight } from 'lucide-react'
import { outsideTarget } from '../../lib/outside/outside.ts'
import { Details } from '../layout/Details.tsx'

/** Booklets for when there is danger, by the plain names of their files (`app/src/textos`). */
const CUADERNOS = [
  { archivo: 'cuaderno-1', titulo: 'Mi plan de seguridad', texto: 'Qué hacer, a dónde ir y qué llevar' },
  {
    archivo: 'cuaderno-4',
    titulo: 'Mis derechos y cómo denunciar',
    texto: 'Para México, con las líneas de cada país',
  },
  { archivo: 'cuaderno-3', titulo: 'Mi teléfono, mis reglas', texto: 'Si alguien más puede ver tu pantalla' },
  {
    archivo: 'cuaderno-2',
    titulo: 'Cómo ayudar a una amiga',
    texto: 'Creerle, acompañarla y dejar que decida',
  },
] as const

const TITULO = 'Cuadernos para un momento difícil'

/** The booklets that nobody should have to wait a week for: the library shows others by turns, these are always here. */
export function Booklets({ open = false }: { open?: boolean }) {
  return (
    <section aria-label={TITULO}>
      <Details title={TITULO} open={open}>
        <p className="text-[0.9375rem] text-tinta-suave">
          Siempre disponibles. Lo que se guarda en tus descargas lo ve quien revise tu teléfono.
        </p>
        <ul className="-mx-3 pt-1">
          {CUADERNOS.map(({ archivo, titulo, texto }) => (
            <li key={archivo}>
              <a
                href={`/cuadernos/${archivo}.pdf`}
                target={outsideTarget()}
                rel="noopener noreferrer"
                className="flex min-h-14 items-center gap-3 rounded-card px-3 py-2 transition-colors duration-150 hover:bg-jacaranda-suave"
              >
                <span className="grid size-10 shrink-0 place-items-center rounded-full bg-jacaranda-suave text-jacaranda-texto">
                  <BookOpen aria-hidden="true" className="size-5" />
                </span>
                <span className="grid min-w-0 flex-1">
                  <span className="font-semibold">{titulo}</span>
                  <span className="text-sm text-tinta-suave">{texto}</span>
                </span>
                <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-tinta-suave" />
              </a>
            </li>
          ))}
        </ul>
      </Details>
    </section>
  )
}
