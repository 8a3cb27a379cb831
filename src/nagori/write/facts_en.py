"""The English words for people, and by which a statement shows what it does to what is known.

Patterns for lower-case text with straight apostrophes.
"""

PEOPLE = {
    "mother": "mum|mom|mam|mummy|mommy|mother(?! in law)",
    "father": "dad|daddy|father(?! in law)",
    "parents": "parents|folks",
    "sister": "(?:(?:twin|big|little|older|elder|younger|half|step|kid|baby)[ -]?)?sister"
    "(?! in law)",
    "brother": "(?:(?:twin|big|little|older|elder|younger|half|step|kid|baby)[ -]?)?brother"
    "(?! in law)",
    "siblings": "siblings|brothers|sisters",
    "daughter": "(?:step)?daughter(?! in law)|(?<=my )girl|(?<=our )girl|(?<=user's )girl",
    "son": "(?:step)?son(?! in law)|(?<=my )boy|(?<=our )boy|(?<=user's )boy|lad",
    "kids": "kids?|child|children|baby|toddler|twins|triplets|boys|girls|little ones|bairns"
    "|babies|newborn",
    "partner": "wife|husband|hubby|partner|boyfriend|girlfriend|spouse|fianc[ée]e?|other half"
    "|better half|significant other|miss[ui]s|wifey|bf|gf",
    "ex": "ex(?:[ -](?:wife|husband|boyfriend|girlfriend|partner))?",
    "grandmother": "gran|granny|grandma|grandmother|nan|nana|nanna|nanny|gramma",
    "grandfather": "grandpa|grandad|granddad|grandfather",
    "grandparents": "grandparents",
    "aunt": "aunt|auntie|aunty|aunt's",
    "uncle": "uncle",
    "cousin": "cousins?",
    "niece": "niece",
    "nephew": "nephew",
    "godchild": "goddaughter|godson",
    "in-laws": "in-laws",
    "mother-in-law": "m(?:other|um|om)[ -]in[ -]law",
    "father-in-law": "(?:father|dad)[ -]in[ -]law",
    "sister-in-law": "sister[ -]in[ -]law",
    "brother-in-law": "brother[ -]in[ -]law",
    "son-in-law": "son[ -]in[ -]law",
    "daughter-in-law": "daughter[ -]in[ -]law",
    "grandchild": "grand(?:child|children|kids?|son|daughter)",
    "friend": "(?:best )?(?:friend|mate|bestie|buddy|pal)s?",
    "kids:youngest": "youngest|little one",
    "kids:eldest": "eldest|oldest",
    "flatmate": "(?:flat|room|house)mates?",
    "boss": "boss|manager|supervisor|team lead|reports? to|reporting to",
    "colleague": "colleagues?|co-?workers?|teammates?",
    "assistant": "(?<!the )assistant|secretary|nanny|au pair|cleaner|childminder|babysitter",
    "neighbour": "neighbou?rs?",
    "landlord": "landlord|landlady",
    "teacher": "teacher|tutor|professor|coach|trainer|instructor|guru",
    "doctor": "doctor|gp|therapist|dentist|physio|vet|optician|hairdresser|barber|lawyer",
    "client": "clients?|customers?",
    "dog": "dog|puppy|pup|pooch|doggo|labrador|poodle|terrier|spaniel|retriever|beagle|corgi"
    "|dachshund",
    "cat": "cat|kitten|kitty|kitty cat|tabby",
    "pet": "pet|hamster|rabbit|bunny|parrot|budgie|tortoise|turtle|goldfish|guinea pig|horse|pony",
}

ENDS = (
    r"no longer|any ?more|quit(?:s|ting)?|(?:give|gives|gave|given|giving) up|stopped"
    r"|called? (?:it )?off|br(?:oke|oken|eaking) up|split up|splitting up|divorced?|separated"
    r"|cancell?(?:ed|ing)|(?:is|'s|are|'re|was) off(?! limits| to\b| work\b)\b"
    r"|scrap(?:ped)?|dropped|dropping|sold|selling"
    r"|got rid|getting rid|threw|g[ai]ve .{0,20}\bback|handed (?:back|in)|sent .{0,20}\bback"
    r"|returned|left(?! (?:hand|foot|knee|wrist|arm|leg|eye|side|ear|shoulder|ankle)|[ -]handed)"
    r"|leaving|passed away|died|dead|put .{0,15}\bdown|lost|moved out|cut out|gone off|went off"
    r"|(?:don't|doesn't) miss|(?<!since i )graduated|haven't (?:touched|had|smoked|been)"
    r"|done with|over with|fell through|shut down|closed down|laid off|fired|let me go|expired"
    r"|no more|(?<!getting )(?<!got )(?<!get )(?<!be )(?<!is )used to|recycling|ended|finished"
    r"|not (?:happening|going)|isn't happening|sick of"
    r"|fed up with|out of the|ditched|so no\b|bin(?:ned)|chucked|packed (?:it )?in"
    r"|off the (?:cards|table|list)|deleted|unsubscribed|not a .{1,20} (?:now|these days)|stolen"
    r"|broke down for good|had it with|tired of|bored of|grew out of|outgrown|withdr[ae]wn?"
    r"|backed out|pulled out|never mind|forget (?:the|about)|not doing|dumped|came home|come off"
    r"|off (?:to|for) good|over$|full, so|closed the|closed|put to sleep|heartbroken|aren't doing"
    r"|won't be|wrapped up|done and dusted|resign(?:ed)|retired|given .{0,15}away"
    r"|gave .{0,20}\baway|rehomed|donated|written off|totalled|crashed|deceased"
    r"|lost (?:him|her|it)|any longer|is history|'s history|(?:is|'s|was) over"
    r"|passed (?:on|last|peacefully)|put on (?:ice|hold)|on hold|shelved"
    r"|off (?:the|my) (?=\w+ (?:drinks?|pills|meds|booze|fags|sweets))|binned|kicked|walked out"
    r"|handed in my notice|sacked|made redundant|lease (?:is )?(?:up|ended)"
    r"|contract (?:is )?(?:up|ended)|deactivated|evicted|expelled|suspended|called time"
    r"|pulled the plug|cut ties|not together|parted ways|single again|newly single|fell out with"
    r"|stopped talking|went bust|ran away|lapsed|axed|funeral|buried|rainbow bridge|wasn't for me"
    r"|didn't work out|not going ahead|fell apart|bailed|ruled out|kaput|packed up|conked out"
    r"|smashed|gone on (?:maternity|sick|parental)|on maternity leave|jacked in"
    r"|knocked .{0,20}\bon the head|off the menu|swore off|sworn off|weaned off|kicked the habit"
    r"|dropped out|recovered|healed|cured|cleared up|in remission|(?:is|are|'s|'re) gone"
    r"|completed|paid off|last day|retired the|lost the|off the (?:energy|fizzy|booze|fags)"
    r"|bye bye|goodbye to|wasn't renewed|not renew(?:ed|ing)|hung up|off the tools|stop calling"
    r"|called it a day|it's over|upped sticks|gave (?:the|my) \w+ to|rained off"
    r"|went (?:right |really |totally |completely )?off|never again|flogged"
    r"|split(?!ting the bill)|ran out|passed (?:in|on|away|last)|decided against"
    r"|not (?:a|an) \w+ (?:now|any ?more)|ditching|jumped ship|boycott(?:ed|ing)?|given? the boot"
    r"|blocked|uninstalled|logged off|off .{0,12}(?:social|instagram|facebook|twitter)|cut down"
    r"|laid to rest|went under|folded|disbanded|it's dead|packed it all in|bowed out|stepped down"
    r"|dropp(?:ed|ing) (?:out|the)|drop the|swerved|gave .{1,20} the heave"
    r"|lost (?:the|our|my) (?:dog|cat|baby|job|house)|(?:is|'s|are) done|had enough of"
    r"|off (?:the )?(?:keto|coffee|carbs|sugar|meat|dairy|fags|cigs)|hung up the"
    r"|for good this time|moved away|lost interest|didn't last|lasted (?:only )?\d"
    r"|gave .{1,20} the elbow|the elbow|bye\b|left me"
)
"""What says that something is over."""

CHANGES = (
    r"(?<!right )now|now[ae]days|these days|lately|from now on|as of|since (?:the|we|i)|switched"
    r"|swapped|chang(?:e|ed|es|ing)|mov(?:ed|ing)(?= (?:to|in|into|out|house|home|back|from|over"
    r"|up|on|it|my|the|our|everything|flats?)\b|[,.;!]|$)|(?:was|got|been|they|'s) moved|instead"
    r"|rather|new|newly|replaced|upgraded|traded|turn(?:ed|ing)(?= \d)|turned into|again"
    r"|back (?:on|to|at)|bec[ao]me|promot(?:ed|ion)|made me|put me on|pulled off|put .{0,15}\bup"
    r"|went up|gone up|up to|(?<!locked )down to|push(?:ed)? (?:it )?back|pushed|postponed"
    r"|rescheduled|bumped|brought forward|shifted|delayed|finally|turns out|weirdly"
    r"|it's .{1,20} for (?:our|my|the)|renamed|started|starting|joined|just got|got (?:my|our)"
    r"|the old|is now|'s now|recently|last week|first (?:day|week)|after all|come round to"
    r"|grown on me|converted|settled in|instead of|setting up|went with|gone for|opted"
    r"|as it is now|on second thoughts?|decided|upped|lowered|increased|signed|repaint(?:ed)?"
    r"|redecorated|redone|reshuffled?|reorg(?:ed|anised)?|taken over|took over|running my"
    r"|(?:so|and) it's|was full|had (?:her|the|our|my) baby|come to|went from|growing on me"
    r"|who knew|into (?:a )?massive|officially|has happened|qualified|transferred|reassigned"
    r"|effective|in its place|took on|went down|raised (?:to|my|the|our|it)|cut to|ended up"
    r"|turned out|settled on|changed my mind|take it back|i was wrong|was wrong about|got the job"
    r"|got in|accepted|approved|passed my|came through"
    r"|first (?:shift|night|day|week|month|lesson)|woke up in|unpacked|moved in|it is$|who\?"
    r"|switching|swapping|flipped|latest|current(?:ly)?|update|good news|big news|ever since"
    r"|since .{1,20} (?:came|was born|died|moved|left)|at the moment|at present|as things stand"
    r"|until further notice|got my|got our|outgrown|no need|no more|for good"
    r"|from this (?:month|week|year)|got the keys|relocated|landed in"
    r"|gone (?:to|for|freelance|vegan|veggie|back)|poached|jumped ship|retrain(?:ing|ed)"
    r"|put me in|today[,!]|hit the big|engaged|tied the knot|got married|bought|went over to"
    r"|overtaken|overtook|it's (?:mon|tues|wednes|thurs|fri|satur|sun)day|rebook(?:ed)?"
    r"|rearranged|reschedul(?:e|ing)|forward to|brought .{1,20} forward|warmed to"
    r"|no .{1,12} for me|since last (?:week|month|year)|next up|moved onto|made partner"
    r"|for me from|seeing someone|met someone|got back together|said yes|proposed|my \d0th"
    r"|another year older|starting (?:with|next|on)|start(?:s)? (?:on|next|monday)|converted to"
    r"|went (?:for|with|back)|chose|gone with|hired|offer(?:ed)?|made the move|dethroned"
    r"|knocked .{1,25} off|took the crown|replaces|takes over|guess who|asked her|asked him"
    r"|reborn|(?:had|have|need(?:ed)?|going) to move|bye\b|traded up|given in|off the top"
)
"""What says that something is not as it was."""

HAPPENED = (
    r"got|came|went|found|paid|made|took|became|left|lost|bought|sold|won|met|had|gave|sent|told|said"
    r"|put|cut|quit|chose|began|broke|drove|flew|rang|ran|swapped|brought|caught|built|wore|wrote"
    r"|read it|fell|felt|kept|held|led|spent|stood|(?!(?:need|feed|seed|speed|bleed|breed|indeed"
    r"|red|bed|shed|wed|led|fed|hundred|naked|called|named|scared|married|based|allergic|retired"
    r"|tired|bored|interested|addicted|obsessed|related|used|supposed|left-handed)\b)[a-z]{2,}ed"
    r"|(?:'ve|have|has|'s) (?:given|taken|gone|become|begun|broken|chosen|won|made|put|sent|sold"
    r"|left|lost|found|\w+ed)|given (?:me|us|it)"
)
"""What says that something took place."""

PLANS = (
    r"plan(?:s|ned|ning)?|going to|want(?:s|ed|ing)? to|hop(?:e|es|ing)|thinking (?:of|about)"
    r"|considering|looking (?:for|at|to|forward)|about to|not yet|haven't .{1,30} yet|yet"
    r"|intends?|aim(?:s|ing)?"
    r"|saving (?:up )?for|training for|preparing for|studying for|applied|applying"
    r"|waiting (?:for|on|to)|due|expecting|trying to|will|'ll|gonna|might|booked|pregnant"
)
"""What says that something is still to come, or not done yet."""

ONCE = (
    r"ago|once|back in|when (?:i|the user|they) (?:was|were)|as an? (?:kid|child|teenager|student)"
    r"|in (?:19|20)\d\d|last (?:year|summer|winter|spring|autumn|month|christmas|january|february"
    r"|march|april|june|july|august|september|october|november|december)"
    r"|(?:'ve|have|has) (?:been to|visited|seen|had)|growing up|years? back"
)
"""What says that something was, at a time that is past."""

CORRECTS = (
    r"actually|i meant|meant to say|typo|correction|oops|whoops|misspel(?:t|led)|mistake|wrong"
    r"|i mixed up|mixed (?:it|that|them) up|scratch that|to be (?:exact|correct)|autocorrect"
    r"|not quite|i said .{1,40}\bbut|(?:spelt|spelled)|my bad|misremembered|misspoke"
    r"|let me correct|should be|fat fingers|i misread|misheard|got that wrong|that's wrong"
    r"|meant (?=\w)|correct(?:ion|ing) |slip of|not \w+[,;] (?:it's|but)|it's \w+, not"
    r"|with (?:a|an|one|two) [a-z]\b|^wait\b|without the|ignore that|disregard|strike that"
    r"|i should have said|scrap that|my mistake|meant|sorry,? (?:it's|i|that)"
    r"|not \w+ (?:like|as) i said|what i said|earlier i said|sorry[,.] \w+[,.]"
    r"|^sorry\b.{0,20}\bnot"
)

ADDS = (
    r"also|(?:my|the user's|user's) other|tak(?:en|ing) up|took up|picked up"
    r"|too(?=$|[,.;!?]| now\b)|as well|either|another|a second|one more|besides|on top of"
    r"|in addition|additionally|on the side|side hustle|side gig|alongside|in my spare time"
    r"|along with|plus\b|to go with|second (?=\w+)|both|(?:keep|keeps|keeping) .{1,20} company"
    r"|extra|added|a few more|(?<=\d )more|the other (?=one|two)|aside from|apart from"
    r"|outside (?:of )?work|when (?:i'm|the user is) not|at the same time|separate(?:ly)?"
)
"""What says that something holds beside the rest."""

BESIDE = (
    r"to go with|on top of|alongside|as well as|in addition to|besides|along with|plus"
    r"|aside from|apart from|(?:keep|keeps|keeping) .{1,20} company"
)
"""What names a thing that stays, to which another one comes."""

HOLDS = (
    r"still|yep|yeah|yes|yup|remember|always|as (?:i|ever|always|usual)|like i said|same as ever"
    r"|told you|been .{1,25}\bsince|never (?:do|eat|drink)|every single|where i was|as you know"
)
"""What says that something is as it always was."""

LIKES = (
    "lov(?:e|es|ed|ing)|lik(?:e|es|ed|ing)|enjoy(?:s|ed|ing)?|adore(?:s)?|fan of"
    "|(?:(?<=is )|(?<=am )|(?<='m )|(?<=are )|(?<=really )|(?<=so )|(?<=got )|(?<=been ))into"
    "|fond of"
    "|obsessed|addicted|can't get enough|crazy about|mad about|keen on|favou?rite|delicious|nerd"
    "|geek|freak|buff|sleeps on my|best thing|treat|heaven|passion(?:ate)?|hooked on"
    "|can't live without|warmed to|warming to|grown on me|growing on me|number one|all about"
    "|favourites?|guilty pleasure"
)

DISLIKES = (
    "hat(?:e|es|ed|ing)|dislike(?:s|d)?|can'?t stand|cannot stand|detest|loath(?:e|es)|despise|gag"
    "|disgust(?:s|ing)?|gross|can't bear|not a fan"
    "|(?:don't|doesn't|do not|never) (?:really )?(?:like|enjoy|eat|want)|allergic to the sight"
    "|avoid|not into|off putting|gone off|went off|sick of|bored of|tired of|turns my stomach"
    "|makes me sick|dread(?:s|ed|ing)?|bored with|allergic to people|nightmare|hell|horrible"
    "|awful|terrible|yuck|ick|went (?:right |really )?off|never again|over it"
    "|gives? me (?:a headache|the creeps|heartburn)|meh|put me off|can't look at|overrated"
    "|boring|does not (?:really )?(?:like|enjoy|eat|want)|did not like|not like|not keen"
)

FILLERS = (
    "bought|buy|buys|with|my|our|your|we|he|she|they|his|her|them|him|in|on|at|to|of|for|the|an|and"
    "|is|are|was|were|be|do|does|this|that|from|the user(?:'s)?|user(?:'s)?|said|btw|by the way"
    "|ok|okay|so|well|lol|haha|honestly|literally|really|bit|bits|lot|lots|much|pretty|quite"
    "|super|just|ever|even|already|today|yesterday|tomorrow|tonight|last|next|week|weekend|month"
    "|year|years|day|days|ago|time|morning|evening|night|afternoon|once|twice|guy|someone|people"
    "|thing|stuff|great|good|nice|best|old|big|small|little|tiny|all|everyone|anyway|here|there"
    "|being|back|one|way|idea|soon|far|long|each|every|usually|normally|mostly|most|around|about"
    "|near|got|get|gets|getting|has|have|had|it's|i'm|i've|i'd|that's|they've|they're|where|when"
    "|what|who|which|never|always|off|out|up|down|over|rest|bring|keep|kept|feel|feels|feeling"
    "|full|place|main|own|name|number|am|pm|o'clock|monday|tuesday|wednesday|thursday|friday"
    "|saturday|sunday|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|january"
    "|february|march|april|may|june|july|august|september|october|november|december|idk|sure|too"
    "|also|second|first|currently|play|plays|playing|been|as|by|not|no|it|get by|named|called|dr"
    "|mr|mrs|appointment"
)
