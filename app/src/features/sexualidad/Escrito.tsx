import { outsideTarget } from '../../lib/outside/outside.ts'
import type { Bloque, Tramo } from '../../lib/text/escrito.ts'

/** One of our texts on screen; its headings begin one level below the caller's. */
export function Escrito({ bloques }: { bloques: readonly Bloque[] }) {
  return (
    <div className="texto">
      {bloques.map((bloque, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a written text never changes while it is read.
        <Parte key={index} bloque={bloque} />
      ))}
    </div>
  )
}

function Parte({ bloque }: { bloque: Bloque }) {
  switch (bloque.tipo) {
    case 'titulo':
      return bloque.nivel === 2 ? (
        <h4 className="font-serif text-xl">{bloque.texto}</h4>
      ) : (
        <h5 className="font-semibold">{bloque.texto}</h5>
      )
    case 'parrafo':
      return <p>{tramos(bloque.tramos)}</p>
    case 'aviso':
      return <p className="rounded-card bg-maiz-suave p-3.5 text-maiz-texto">{tramos(bloque.tramos)}</p>
    case 'lista': {
      const List = bloque.marca === 'numero' ? 'ol' : 'ul'
      return (
        <List>
          {bloque.filas.map((fila, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a written text never changes while it is read.
            <li key={index}>{tramos(fila)}</li>
          ))}
        </List>
      )
    }
    case 'renglon':
      // Lines to write on are for paper.
      return null
  }
}

function tramos(list: readonly Tramo[]) {
  return list.map(({ texto, fuerte, href }, index) => {
    const key = `${index}-${texto}`
    if (fuerte) return <strong key={key}>{texto}</strong>
    if (!href) return texto
    return (
      <a
        key={key}
        href={href}
        target={href.startsWith('http') ? outsideTarget() : undefined}
        rel="noopener noreferrer"
      >
        {texto}
      </a>
    )
  })
}
