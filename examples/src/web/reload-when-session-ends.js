// "Sign out" ends the local session first, and a reload would cancel that navigation.
let leaving = false

async function look() {
  const answer = await fetch('/session').catch(() => null)
  if (answer?.status === 401 && !leaving) location.reload()
}

const watch = setInterval(() => void look(), 1500)

addEventListener('submit', () => {
  leaving = true
  clearInterval(watch)
})
