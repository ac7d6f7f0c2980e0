import { Button } from '../../components/button/Button.tsx'
import { SegundoFactorSection } from './SegundoFactorSection.tsx'

/**
 * In place of every page of the admin's, until a second factor stands beside her password.
 *
 * @param onDone opens the page; without it she still lacks the factor
 */
export function FactorMissing({ onDone }: { onDone?: () => void }) {
  return (
    <div className="mx-casa grid max-w-xl gap-5 px-4 pt-5 pb-10 md:px-8 md:pt-10">
      <header className="grid gap-2">
        <h1 className="text-3xl md:text-4xl">
          {onDone ? 'Ya puedes administrar' : 'Un paso antes de administrar'}
        </h1>
        <p className="text-tinta-suave">
          {onDone
            ? 'Cada vez que entres te pediremos tu contraseña y el código de tu app.'
            : 'Desde aquí se publica y se borra lo que leen todas. Por eso tu cuenta necesita, además de la contraseña, un código que solo muestre tu app de códigos. Todo lo demás de la app ya está abierto para ti.'}
        </p>
      </header>
      {onDone && (
        <Button size="lg" wide onClick={onDone}>
          Abrir la administración
        </Button>
      )}
      <SegundoFactorSection />
    </div>
  )
}
