// Notices that the session has ended, and shows the page again, which then says so. Not while the page is being left: who
// presses "Sign out" ends the session here first, and a page that is shown again then would stay.
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
