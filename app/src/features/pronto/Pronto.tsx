import { Link } from 'react-router'
import { buttonClass } from '../../ui/Button.tsx'
import { Ventana } from '../../ui/illustrations/Ventana.tsx'

/** A room that is not furnished yet; `name` is the room's own. */
export function Pronto({ name }: { name: string }) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-5 px-6 pt-8 pb-10 text-center md:pt-20">
      <Ventana className="w-56 md:w-64" />
      <div className="grid gap-2">
        <p className="font-semibold text-bugambilia-texto">Próximamente</p>
        <h1 className="text-3xl">{name}</h1>
        <p className="text-tinta-suave">
          Estamos preparando este rincón con calma, para que te sientas en casa. Muy pronto podrás entrar.
        </p>
      </div>
      <Link to="/" className={buttonClass({ look: 'secondary' })}>
        Volver al inicio
      </Link>
    </div>
  )
}
