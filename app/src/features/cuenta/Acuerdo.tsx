import { Link } from 'react-router'

/** What she agrees to by going on. The text opens beside the form, so that nothing typed is lost. */
export function Acuerdo({ action }: { action: string }) {
  return (
    <p className="text-center text-sm text-tinta-suave">
      Al {action} aceptas los{' '}
      <Link to="/legal" target="_blank" className="underline underline-offset-2">
        términos de uso y el aviso de privacidad
      </Link>
      .
    </p>
  )
}
