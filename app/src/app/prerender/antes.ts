/*
 * «Salir rápido» of pages on which the app does not run (yet): the first screen while it loads, and the page without a network. As
 * `src/lib/device/quickExit.ts`: the marks keep the page from coming back with the back button, and what was typed in a dialog from being shown.
 */
document.addEventListener('click', (event) => {
  const pressed = event.target instanceof Element && event.target.closest('a.salir, .otra')
  if (!pressed) return
  if (!(pressed instanceof HTMLAnchorElement)) return location.reload()
  event.preventDefault()
  document.body.replaceChildren()
  document.title = ' '
  // Each by itself: a storage that is full takes no mark, and what is in it must go all the same.
  for (const mark of [
    () => {
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith('formulario ')) sessionStorage.removeItem(key)
    },
    () => sessionStorage.setItem('salida', '1'),
    () => localStorage.setItem('corte', String(Date.now())),
  ])
    try {
      mark()
    } catch {
      // Leaving itself still works.
    }
  location.replace(pressed.href)
})

export {}
