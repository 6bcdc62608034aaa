const ROOTS = `
  password passw0rd passwort passphrase secret letmein welcome login admin administrator root user guest test tester
  testing demo default changeme change access master system server computer internet windows linux apple google
  facebook twitter samsung microsoft android iphone laptop office network security company business service account
  customer support manager database oracle cisco temp temporary public private trustno1 whatever nothing something
  iloveyou loveyou love lover lovely forever always baby babygirl princess prince queen king angel angels sweet sweetie
  honey sugar sunshine rainbow flower flowers butterfly diamond crystal golden silver purple orange yellow black white
  green blue red pink monkey dragon tiger lion eagle falcon phoenix wolf horse panther bear dolphin kitty kitten puppy
  dog cat bird fish shark snake spider banana cookie cookies cheese chocolate coffee pepper ginger cherry strawberry
  football baseball basketball soccer hockey golf tennis rugby sports player gamer game games pokemon pikachu naruto
  minecraft fortnite starwars batman superman spiderman ironman matrix hunter killer shadow ninja samurai warrior
  ranger soldier power magic merlin wizard legend thunder lightning storm winter spring summer autumn fall january
  february march april june july august september october november december monday tuesday wednesday thursday friday
  saturday sunday morning midnight night star stars moon heaven jesus christ church faith blessed freedom liberty
  america england london paris berlin tokyo japan china india canada mexico brazil germany france spain italy
  arsenal chelsea liverpool barcelona madrid juventus yankees lakers cowboys steelers packers eagles mustang ferrari
  porsche mercedes corvette camaro harley toyota honda yamaha suzuki nissan michael jordan michelle jennifer jessica
  ashley amanda daniel david robert william james john johnny joseph joshua matthew andrew anthony thomas charlie
  charles george richard steven patrick kevin brian justin brandon tyler jason alex alexander nicholas christopher
  maria anna sarah laura emily samantha elizabeth nicole stephanie melissa rachel rebecca hannah sophie olivia emma
  peter paul martin robin oliver oscar maggie buster bailey buddy rocky lucky max sam jack harry potter taylor
  sakura nihon hello hallo hola ciao bonjour world please thanks asshole fuck fuckyou fucker shit bitch sexy hottie
  pass pwd zaq xyz asd qwe zxc abc dell acme foo bar
`
  .trim()
  .split(/\s+/);

const ROWS = [
  "0123456789",
  "1234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop[]",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl;'",
  "zxcvbnm,./",
  "yxcvbnm",
  "!@#$%^&*()",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1q2w3e4r5t6y7u8i9o0p",
];
const WALKS = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(""))];
const WALK_MIN_LENGTH = 3;

const WRITTEN_AS: Readonly<Record<string, string>> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};

const PART_COST = 3;
const GUESSABLE_COST = 12;
const REPEATED_MAX_LENGTH = 6;

/**
 * A password is guessable when it is little more than common words, keyboard walks, digits and marks: four common
 * words, or 13 random digits.
 */
export function isGuessable(password: string, own: readonly string[] = []): boolean {
  const typed = password.toLowerCase();
  const text = findUnit(typed);
  if (text !== typed && text.length <= REPEATED_MAX_LENGTH) return true;
  if (text.length > GUESSABLE_COST * PART_COST) return false;
  const roots = [...ROOTS, ...own.filter((word) => word.length >= WALK_MIN_LENGTH)];
  const spellings = ["i", "l"].map((one) => spellOut(text, one));
  const costs = [0];
  for (let end = 1; end <= text.length; end += 1) costs.push(Number.POSITIVE_INFINITY);
  for (let start = 0; start < text.length; start += 1) {
    const cost = costs[start] ?? Number.POSITIVE_INFINITY;
    const reach = (end: number, more: number) => {
      costs[end] = Math.min(costs[end] ?? Number.POSITIVE_INFINITY, cost + more);
    };
    if (!/\p{L}/u.test(text.charAt(start))) reach(start + 1, 1);
    for (const root of roots)
      if ([text, ...spellings].some((spelling) => spelling.startsWith(root, start)))
        reach(start + root.length, PART_COST);
    for (let end = start + WALK_MIN_LENGTH; end <= text.length; end += 1) {
      const walked = text.slice(start, end);
      if (!WALKS.some((walk) => walk.includes(walked))) break;
      reach(end, PART_COST);
    }
  }
  return (costs[text.length] ?? 0) <= GUESSABLE_COST;
}

function findUnit(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1)
    if (text === text.slice(0, length).repeat(text.length / length)) return text.slice(0, length);
  return text;
}

function spellOut(text: string, one: string): string {
  return text.replace(/[03457@$]/g, (sign) => WRITTEN_AS[sign] ?? sign).replace(/[1!]/g, one);
}
