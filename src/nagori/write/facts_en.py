"""The English words by which a statement shows whom and what it is about, and what it changes.

Patterns for lower-case text with straight apostrophes. A frame says what a statement is about and
nothing else; a sign says it too, but is itself part of what is stated.
"""

PEOPLE = {
    "mother": "mum|mom|mam|mummy|mommy|mother",
    "father": "dad|daddy|father",
    "parents": "parents|folks",
    "sister": "(?:(?:twin|big|little|older|elder|younger|half|step)[ -]?)?sister",
    "brother": "(?:(?:twin|big|little|older|elder|younger|half|step)[ -]?)?brother",
    "siblings": "siblings|brothers|sisters",
    "daughter": "(?:step)?daughter|(?<=my )girl|(?<=our )girl",
    "son": "(?:step)?son|(?<=my )boy|(?<=our )boy",
    "kids": "kids?|child|children|baby|toddler|twins|triplets|boys|girls|little ones|bairns|babies"
    "|newborn",
    "partner": "wife|husband|hubby|partner|boyfriend|girlfriend|spouse|fianc[ée]e?|other half|bf|gf",
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
    "mother-in-law": "mother-in-law",
    "father-in-law": "father-in-law",
    "sister-in-law": "sister-in-law",
    "brother-in-law": "brother-in-law",
    "friend": "(?:best )?(?:friend|mate|bestie|buddy|pal)s?",
    "kids:youngest": "youngest|little one",
    "kids:eldest": "eldest|oldest",
    "flatmate": "(?:flat|room|house)mates?",
    "boss": "boss|manager|supervisor|team lead|reports? to|reporting to",
    "colleague": "colleagues?|co-?workers?|teammates?",
    "assistant": "assistant|secretary|nanny|au pair|cleaner|childminder|babysitter",
    "neighbour": "neighbou?rs?",
    "landlord": "landlord|landlady",
    "teacher": "teacher|tutor|professor|coach|trainer|instructor|guru",
    "doctor": "doctor|gp|therapist|dentist|physio|vet|optician|hairdresser|barber|lawyer",
    "client": "clients?|customers?",
    "dog": "dog|puppy|pup|pooch|doggo|labrador|lab|poodle|terrier|spaniel|retriever|beagle|corgi"
    "|dachshund",
    "cat": "cat|kitten|kitty|kitty cat|tabby",
    "pet": "pet|hamster|rabbit|bunny|parrot|budgie|tortoise|turtle|goldfish|guinea pig|horse|pony",
}

FRAMES = {
    "home": r"(?:liv(?:es?|ed)|(?<!a )living|resid(?:e|es|ing|ent)|(?:am|is|'m|'s|are|'re) based|settl(?:ed|ing)|mov(?:ed?|es|ing)(?: (?:house|home|flats?))?|relocat(?:ed?|ing)|emigrat(?:ed?|ing))(?: (?:back|over|down|up|out|away))?(?: (?:in|to|into|at|near|with|here|from))?\b"
    r"|home is|is home|'s home|home for me|new (?:place|flat|house|apartment)|flat|apartment"
    r"|condo|(?:got|have|pick(?:ed)? up) the keys|address|postcode|zip code|house"
    r"|(?:one|two|three|four|\d) bed(?:room)?s?|studio|our place|my place|bungalow|houseboat"
    r"|floor|landed in|care home|new home|it's home"
    r"|(?:i'm|am|'re|are) in(?= (?:a|the)? ?[a-z]+ now)|signed (?:a lease|for a flat)"
    r"|upped sticks|(?:left|leaving) \w+ for good|(?:it's|it is) \w+ for me|keys to|lease|tenancy"
    r"|flatshare|house[ -]?share|cottage|caravan park|back at my (?:folks'|mum's|parents')"
    r"|back (?:with|at) my|the city for|staying (?:with|at)|crashing (?:with|at)|lodg(?:er|ing)"
    r"|roots|hometown|suburbs|countryside|neighbou?rhood|borough|made the move|the move to"
    r"|moved? (?:away|across)|moving day",
    "work": r"(?:i|user|to|don't|doesn't|not) work(?:s|ed|ing)?(?= (?:at|for|with|in|as)\b|$|[.,])"
    r"|works?(?= (?:at|for|with|in|as|nights|part)\b)|work(?:ing|ed) (?:at|for|with)"
    r"|plumbing is what i do|(?:i'm|i am) (?:still )?at\b|employ(?:er|ed|ee)"
    r"|(?:new|old|my|her|his|a|the|day) job(?! interview)|hired|company|day job|joined|joining"
    r"|(?:first|last) (?:day|week|month) at|start(?:ed|ing|s)? (?:at|with)|resign(?:ed)?|laid off"
    r"|redundan(?:t|cy)|got fired|for a living|career|startup|workplace|poached"
    r"|gig(?= (?:at|with)|:)|let me go|laid me off|run my own"
    r"|own (?:business|company|cafe|shop|studio)|jumped ship|contract|freelance"
    r"|(?:an? )?offer (?:from|at)|on board(?:ed)?|onboarding|shop floor|office"
    r"|notice(?= (?:at|on|to))|agency|firm|got the sack|sacked|between jobs|unemployed"
    r"|out of work|probation",
    "job": "promot(?:ed|ion)|made me|job title|my role|work(?:s|ed|ing)? as|became a|qualified as"
    "|qualified|shift|manage(?:s|d)? a team|freelanc(?:e|es|ing)|self-employed|started my own"
    "|own business|made partner|retrain(?:ing|ed)?(?: as)?|off the tools|in charge of"
    "|bumped me up|stepped (?:down|up)|demoted|acting|head of|lead on|took over as|new role",
    "name": "call(?:s|ed)? me|(?:wants )?(?:to )?be called|my (?:nick)?name(?:'s)?"
    "|(?<!her )(?<!his )(?<!its )(?<!their )name(?:'s| is)|(?<!he)(?<!it)'s called"
    "|(?:is|am|are|i'm) called|goes? by|nickname|surname|username|handle|gamertag"
    "|is spel(?:t|led)|names? (?:is|are)|renamed|re-named|named the|new name|name change"
    "|maiden name|rename|named (?:him|her|it)|go by|calling me|call(?:ed)? me|known as|my name"
    "|new handle|pen name|stage name|pronouns?",
    "age": r"years? old|turn(?:s|ed|ing)?(?= \d)|my age|birthday (?:yesterday|today)|candles"
    r"|the big (?:\d0|four-oh|three-oh|five-oh)|turn(?:s|ed|ing)? (?=\d)|four-oh|three-oh|five-oh"
    r"|the big \d-?\d|my \d0th|(?<!\d)\d\d today|had my \d\dth|another year older"
    r"|in my (?:twenties|thirties|forties)|birthday was",
    "birthday": "birthday|born(?: (?:in|on))?|b-?day",
    "partner": r"dat(?:ing|ed?)|seeing (?:a|this|some)\b|going out with|together with|single|engaged"
    r"|engagement|marri(?:ed|age)|divorced?|separated|wed|broke up|split up|broken up"
    r"|tied the knot|in a relationship"
    r"|(?:have|got|has) a (?:new )?(?:boyfriend|girlfriend|partner)|widow(?:ed)?"
    r"|my (?:new )?(?:boyfriend|girlfriend) is|just friends|it's over|called it a day"
    r"|seeing someone|met someone|dumped|on the market|asked me out|popped the question|proposed"
    r"|said yes|ring on|exclusive|official with|living with (?=my)|moved in with|split|ex now"
    r"|on a break|got back together|back together|taken\b|tinder|hinge|an item|couple",
    "phone": "(?:mobile |cell ?)?phone|handset",
    "computer": "laptop|computer|pc|desktop|work machine",
    "tablet": "tablet",
    "watch": r"(?:my|new|a|wear) (?:\w+ )?watch|smartwatch",
    "carrier": "phone (?:plan|contract|provider|company)|mobile network|sim card|broadband|internet|wifi"
    "|isp",
    "car": "driv(?:e|es|er|ing)|drove|car|dealer",
    "bike": "(?:motor)?bike|bicycle|motorcycle|scooter",
    "diet": "diet"
    "|(?:eat(?:s|ing)?|off|back on|fine with)(?= (?:red )?(?:meat|fish|gluten|dairy|sugar|bread|carbs))"
    "|no (?:dairy|bread|carbs|sugar|meat|gluten|alcohol)|bread|bacon"
    "|eat(?:s|ing)? (?:clean|everything|meat)|intermittent|calories|lactose|macros",
    "alcohol": "teetotal(?:l?er)?|sober|alcohol|booze|drinker|(?:don't|doesn't|do not|never) drink"
    "|on the wagon",
    "smoking": "smok(?:e|es|ed|er|ing)|cigarettes?|fags?|vap(?:e|es|ed|ing)|nicotine|pack a day",
    "coffee": "coffees?|caffeine|espresso|lattes?|flat whites?|americanos?",
    "commute": r"commut(?:e|es|ed|ing)|to (?:work|the office|school|uni|town)\b|into (?:town|work)"
    r"|(?:morning|my|the \d+:\d+) train",
    "rent": "rent(?:s|ed)?|mortgage",
    "pay": "salary|wage|earn(?:s|ed)?|pay rise|get paid|make a year|day rate|hourly rate|charge(?:s)?"
    "|rate(?:'s)?|pocket money|allowance",
    "wake": "(?:get(?:s|ting)?|got|wak(?:e|es|ing)|woke|be|am|'m|i'm) up(?= (?:at|by|around|before))"
    "|get(?:s|ting)? up|wak(?:e|es|ing) up|woke up|alarm|out of bed|(?:early )?riser|wake",
    "sleep": "go(?:es)? to (?:bed|sleep)|bed ?time|asleep by|in bed by|turn in",
    "hours": "start(?:s)? (?:work )?at|finish(?:es)? (?:work )?(?:at|by)|shifts?|days? off"
    "|work(?:ing)? (?:nights|days|weekends|part[ -]time|full[ -]time)|part[ -]time|full[ -]time",
    "project": r"project|(?:work(?:ing)?|i'm|put me|are|am) on (?:the|a)\b|assigned|pulled off"
    r"|(?:writing|building|coding) (?:a|my|the|an)\b|thesis|dissertation|topic|shipped|next up"
    r"|put me on|moved (?:onto|to) the|novel|screenplay|manuscript|launch(?:ed|ing)?|migration"
    r"|sprint|side project|client work|campaign|redesign|prototype|album|painting a"
    r"|working (?:on|with)",
    "study": "stud(?:y|ies|ying|ied|ent)|major(?:ing)?|degree|uni(?:versity)?|college|phd|masters|course"
    "|graduat(?:e|ed|ing)|nursing school|final year|(?:first|second|third) year"
    "|med(?:ical)? school|law school|school of|semester|thesis|master's|apprenticeship|bootcamp"
    "|training as|training to be",
    "grade": r"year (?=\d)|grade|class\b|kindergarten|nursery|primary school|high school|reception",
    "flying": "flying|planes?|airplanes?",
    "trip": "trip|holidays?|vacation|flight|fl(?:y|ies|ying|ew)|travel(?:l?ing)?|(?:going|go|off) to"
    "|doing(?= [a-z]+ (?:in|this|next|instead))|honeymoon|getaway|visiting|booked|book",
    "wedding": "wedding|getting married|marry",
    "dentist": "dentist|dental|root canal|filling|teeth|tooth",
    "doctor": "doctor(?:'s)?|gp|check[ -]?up|physio|optician|eye test|scan|hospital|surgery|therapist"
    "|therapy|vaccine|jab",
    "haircut": "hair ?cut|hairdresser|barber",
    "interview": "interview",
    "exam": "exams?|(?:driving )?tests?|finals|resit",
    "meeting": "meeting|stand-?up|call with|sprint|review|1:1|one-to-one|catch-?up",
    "party": "party|dinner|drinks|barbecue|bbq|reunion",
    "delivery": "deliver(?:y|ed|ies)",
    "tickets": "tickets?|concert|gig|festival|show",
    "class": "lessons?|classes|course|club|choir|training",
    "gym": "gym|membership|personal trainer",
    "weight": "weigh(?:s|ed)?|kilos?|kg|pounds|lbs|stone",
    "height": "tall|foot|height|cm|feet",
    "glasses": "glasses|contact lenses|contacts|short[ -]sighted|prescription",
    "hair": "hair|fringe|bangs|dreadlocks|beard|moustache",
    "hand": "(?:left|right)[ -]hand(?:ed|er)?|southpaw|lefty",
    "allergy": "allerg(?:y|ic|ies)|intoleran(?:t|ce)|hives|epipen",
    "fear": "scared|afraid|terrif(?:y|ies|ied|ying)|fear|phobia|frighten(?:s|ed)?|freak(?:s)? me out",
    "illness": "diagnosed(?: with)?|condition|chronic|suffers? from",
    "injury": r"(?:broke|broken|sprain(?:ed)?|fractured?|tore|twisted) (?:my|a|his|her|their|two)\b"
    r"|injur(?:y|ed)|surgery|operation|operated",
    "medicine": r"(?:take|takes|taking|on) (?:\w+ )?(?:pills?|tablets|medication|meds)|prescri(?:bed|ption)",
    "boss": "boss|line manager|report(?:s|ing)? to",
    "baby": "had (?:her|the|our|my|a) baby|baby|pregnan(?:t|cy)|due(?= (?:in|on))|expecting|ttc"
    "|trying for a baby|give birth|gave birth",
    "language": "speaks?|speaking|fluent|get by in|languages?|duolingo|bilingual|native speaker",
    "learning": "learn(?:s|ing|t|ed)?|pick(?:ing)? up|teach(?:ing)? myself|taking up",
    "team": "support(?:s|er|ing)?|root(?:s|ing)? for|fan of|my team|season ticket",
    "origin": "grew up|raised|from (?=[a-z]+$)|hometown|home town|originally|native of|born and bred",
    "faith": "relig(?:ion|ious)|faith|believ(?:e|es) in",
    "reading": "read(?:s|ing)?(?= )|book club|novel",
    "series": "watch(?:ing|ed)|series|season|binge(?:ing|d)?",
    "shop": "(?:food|grocery|weekly) shop(?:ping)?|groceries|supermarkets?|do my shop(?:ping)?|takeaway"
    "|order from",
    "zodiac": "zodiac|star sign|year of the",
    "system": "os|operating system|distro",
    "gaming": "gam(?:er|ing)|gamertag|console",
    "run": "runs?|running|runner|ran|jog(?:s|ging|ger)?|parkrun|marathons?",
    "army": "army|military|navy|marines|soldier|served",
    "pilot": "pilot|flight school|flying lessons",
    "cook": "cook(?:s|ed|ing)?|bak(?:e|es|ed|ing)|kitchen",
    "cycle": "cycl(?:e|es|ed|ing|ist)",
    "hike": "hik(?:e|es|ed|ing)|trekking",
    "climb": "climb(?:s|ed|ing)?|bouldering",
    "fish": "fishing|angler|angling",
    "garden": "garden(?:s|ing|er)?|allotment",
    "sing": "sing(?:s|er|ing)?|choir|karaoke|sang",
    "dance": "danc(?:e|es|ed|er|ing)|salsa|ballet|tango",
    "paint": "paint(?:s|er|ing|ings)?|watercolou?rs?|draw(?:s|ing)?|sketch(?:ing)?",
    "photo": "photo(?:s|graphy|grapher)?|camera",
    "knit": "knit(?:s|ting)?|crochet(?:ing)?|sew(?:s|ing)?",
    "yoga": "yoga|pilates",
    "football": "football(?:er)?|soccer|five-a-side|footie",
    "tennis": "tennis(?: court)?",
    "basketball": "basketball|hoops",
    "badminton": "badminton",
    "sleepless": "insomnia(?:c)?|barely sleep|can't sleep|sleep badly|awake all night",
    "headache": "headaches?|migraines?",
    "noisy": "nois[ey]|loud",
    "spicy": "spicy|chill?i(?:es)?|hot sauce",
    "seafood": "seafood|shellfish|prawns?|shrimps?|fish",
    "milk": "milk|dairy|lactose",
    "tea": "tea",
    "cold": "cold|chilly|freez(?:e|es|ing)",
    "heat": "heat|hot weather",
    "dark": "the dark",
    "heights": "heights?(?! is)",
    "licence": "(?:driving|driver's) licen[cs]e|licen[cs]e",
    "volunteer": "volunteer(?:s|ed|ing)?|charity|food bank|help out",
    "insurance": "insurance|insured",
    "late": "late(?:ness)?|punctual(?:ity)?",
    "early": "early(?: bird)?|morning person|up with the lark",
    "book": "books?|novels?|bookworm|author|writer",
    "film": "films?|movies?|cinema",
    "music": "music|songs?|band|gigs?|playlist",
    "twin": "twins?|identical",
    "dead": "passed away|died|dead|death|lost (?=my|our)|late (?=mother|father|husband|wife)"
    "|widow(?:ed|er)?",
    "retired": "retired?|retirement|pension(?:er)?",
    "adopted": "adopt(?:ed|ion)",
    "swim": "sw[ia]m(?:s|ming|mer)?",
    "tattoo": "tattoos?|inked",
    "school": r"school|goes to (?=st\b)",
    "siblings": "only child|no (?:brothers or sisters|siblings)",
    "family": r"(?:mum|mom|dad|mother|father|parent) of|have (?=\d kids)"
    r"|(?:have|has|got) (?:\w+ )?(?:kids|children)|kids",
    "pets": r"(?:have|has|got|adopted|keep|own) (?:a|an|two|another) (?:\w+ )?(?:dog|cat|puppy|kitten|hamster|rabbit|parrot)",
    "smell": "smell",
    "bank": "bank(?:s|ing)?|account|savings|isa",
    "flatmates": r"with (?:\w+ ){0,2}(?:flatmates?|roommates?|housemates?)|live alone|on my own|to myself",
    "goal": "goal|target|aiming for|saving (?:up )?for|savings? goal|resolution",
    "extension": "extension|renovation|renovating|loft conversion|refurb",
    "bins": "bins?|rubbish|trash|garbage|recycling day",
    "bones": "broken bones?|broke(?:n)? a bone|fractured?",
    "autism": "autis(?:tic|m)|on the spectrum|asperger'?s",
    "vision": "glasses|eyesight|short[ -]sighted|lenses|varifocals|optician",
    "hearing": "deaf|hearing aids?|hard of hearing",
    "floor": r"\d*(?:st|nd|rd|th)? floor|upstairs|downstairs",
    "drink": "energy drinks?|fizzy drinks?|soda|coke|juice|water|sodas",
    "vehicle": "van|camper(?:van)?|boat|caravan|rv|motorhome",
    "garment": r"shoe size|size \d+|dress size|jeans",
    "email": "e-?mail(?: address)?|phone number|number is|contact",
    "loan": "loan|debt|overdraft|credit card|owe(?:s|d)?",
    "invest": "shares|stocks|crypto|bitcoin|invest(?:s|ed|ing|ment)?",
    "headphones": "headphones|earbuds|airpods|earphones",
    "app": "app|notion|obsidian|browser|editor|vim|vs ?code|firefox|chrome|safari",
    "news": "newspaper|news|podcasts?",
    "candle": "collect(?:s|ed|ing|ion)?",
    "covid": "covid|sense of smell|anosmia|long covid",
    "window": "windows? open|open windows?|window's",
    "forget": "forget(?:s|ful)?|memory like|bad (?:with|at)|terrible (?:with|at)|stick in my head",
    "saving": "sav(?:e|es|ing|ings)|deposit|penny|nest egg",
    "transplant": "transplant|kidney|donor|dialysis|waiting list",
    "band": "band|drummer|singer in|gigs?|frontman",
    "subscription": r"subscri(?:be|bed|ption)|netflix|spotify|disney\+?|amazon prime|renew(?:ed|ing|al)?"
    r"|unsubscribed|membership",
    "social": "instagram|facebook|twitter|tiktok|reddit|snapchat|linkedin|social media",
    "wfh": "(?:work(?:s|ing)?|days?) from home|wfh|remote(?:ly)?|home office|hybrid",
}

SIGNS = {
    "illness": "asthma(?:tic)?|diabet(?:es|ic)|migraines?|adhd|eczema|arthritis|anxiety|depression"
    "|blood pressure|parkinson's|epilep(?:sy|tic)|insomnia(?:c)?|coeliac|celiac"
    "|colou?r[ -]?blind",
    "instrument": "guitar(?:ist)?|pian(?:o|ist)|violin(?:ist)?|bass(?:ist)?|drum(?:s|mer)?|cell(?:o|ist)|flute"
    "|sax|trumpet|ukulele|harp",
    "faith": "pray(?:s|ing)?",
    "diet": "veg(?:an|etarian|gie)s?|pescatarian|omnivore|keto|paleo|low[ -]carb|gluten(?:[ -]free)?"
    "|plant[ -]based|fasting|meat|carnivore|flexitarian|meat-eater|no meat",
    "carrier": "vodafone|o2|giffgaff|ee|verizon|t-mobile|at&t|tesco mobile|virgin media|sky broadband",
    "bank": "barclays|starling|monzo|revolut|hsbc|chase|lloyds|natwest|santander|halifax|nationwide|amex"
    "|wells fargo",
    "shop": "lidl|aldi|tesco|sainsbury's|asda|waitrose|costco|walmart|trader joe's|whole foods|ocado",
    "gaming": "ps[45]|xbox|nintendo|switch|steam deck|playstation",
    "system": "linux|windows|macos|ubuntu|fedora|debian|arch",
    "team": "arsenal|gooner|spurs|chelsea|liverpool|man u(?:nited|td)?|man city|cubs|yankees|lakers"
    "|red sox",
    "work": "google|amazon|microsoft|deloitte|kpmg|pwc|apple store|nhs|spotify|klarna|siemens|bosch",
    "phone": r"iphone|pixel|galaxy|samsung|xiaomi|huawei|oneplus|nokia|fairphone|motorola|oppo|vivo"
    r"|android|blackberry|se\b|redmi|s2\d|mate \d+|nothing phone|sony xperia|honor",
    "computer": "macbook|thinkpad|chromebook|imac|xps|surface|dell|lenovo",
    "tablet": "ipad|kindle",
    "car": "corolla|ioniq|tesla|golf|toyota|honda|ford|fiesta|bmw|audi|civic|prius|volvo|skoda"
    "|volkswagen|vw|polo|hyundai|kia|nissan|mazda|subaru|renault|clio|peugeot|fiat|mini cooper"
    "|jeep|byd|leaf|mercedes|yaris|focus|suv|van|hatchback|electric car",
    "bike": "kawasaki|yamaha|ducati|vespa|brompton|e-?bike",
    "job": r"(?:junior|senior|head|lead|chief|trainee|apprentice|assistant|deputy|freelance)\b|teacher"
    r"|nurse|doctor|engineer|developer|dev|programmer|analyst|manager|director|designer|plumber"
    r"|plumbing|electrician|carpenter|baker|chef|cook|waiter|waitress|barista|librarian"
    r"|accountant|lawyer|solicitor|paralegal|barrister|vet|dentist|midwife|paramedic|firefighter"
    r"|police officer|pilot|driver|mechanic|builder|architect|scientist|researcher|journalist"
    r"|writer|editor|translator|photographer|musician|actor|artist|illustrator|therapist"
    r"|radiographer|pharmacist|consultant|recruiter|salesman|cashier|receptionist|secretary"
    r"|hairdresser|gardener|farmer|freelancer|self-employed|unemployed|retired|intern|postdoc"
    r"|professor|lecturer|principal|ceo|cto|founder|team lead|partner at|product manager"
    r"|shop assistant|carer|social worker|data scientist|tattooist|student|plasterer|bricklayer"
    r"|decorator|courier|bartender|publican|estate agent|copywriter|marketer|economist|biologist"
    r"|chemist|physicist|surgeon|anaesthetist|psychologist|counsellor|civil servant|politician"
    r"|soldier|sailor|trucker|lorry driver|bus driver|taxi driver|train driver|flight attendant"
    r"|cabin crew|tailor|florist|butcher|fisherman|welder|joiner|roofer|tester|admin|associate"
    r"|supervisor|executive|vp|head of \w+|staff engineer",
    "commute": "train|bus|tube|metro|subway|tram|cycl(?:e|es|ing)|bike|walk to work|drive to work",
    "sleep": "insomnia",
}

ENDS = (
    r"no longer|any ?more|quit(?:s|ting)?|(?:give|gives|gave|given|giving) up|stopped"
    r"|called? (?:it )?off|br(?:oke|oken|eaking) up|split up|splitting up|divorced?|separated"
    r"|cancell?(?:ed|ing)|(?:is|'s|are|'re|was) off\b|scrap(?:ped)?|dropped|dropping|sold|selling"
    r"|got rid|getting rid|threw|g[ai]ve .{0,20}\bback|handed (?:back|in)|sent .{0,20}\bback"
    r"|returned|left(?! (?:hand|foot|knee|wrist|arm|leg|eye|side|ear|shoulder|ankle)|[ -]handed)"
    r"|leaving|passed away|died|dead|put .{0,15}\bdown|lost|moved out|cut out|gone off|went off"
    r"|(?:don't|doesn't) miss|(?<!since i )graduated|haven't (?:touched|had|smoked|been)"
    r"|done with|over with|fell through|shut down|closed down|laid off|fired|let me go|expired"
    r"|no more|used to|recycling|ended|finished|not (?:happening|going)|isn't happening|sick of"
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
)
"""What says that something is over."""

CHANGES = (
    r"(?<!right )now|now[ae]days|these days|lately|from now on|as of|since (?:the|we|i)|switched"
    r"|swapped|chang(?:e|ed|es|ing)"
    r"|mov(?:ed|ing)(?= (?:to|in|into|out|house|home|back|from|over|up|on|it|my|the|our|everything|flats?)\b|[,.;!]|$)"
    r"|(?:was|got|been|they|'s) moved|instead|rather|new|newly|replaced|upgraded|traded"
    r"|turn(?:ed|ing) (?=\d)|turned into|again|back (?:on|to|at)|bec[ao]me|promot(?:ed|ion)"
    r"|made me|put me on|pulled off|put .{0,15}\bup|went up|gone up|up to|(?<!locked )down to"
    r"|push(?:ed)? (?:it )?back|pushed|postponed|rescheduled|bumped|brought forward|shifted"
    r"|delayed|finally|turns out|weirdly|it's .{1,20} for (?:our|my|the)|renamed|started|starting"
    r"|joined|just got|got (?:my|our)|the old|is now|'s now|recently|last week|first (?:day|week)"
    r"|after all|come round to|grown on me|converted|settled in|instead of|setting up|went with"
    r"|gone for|opted|as it is now|on second thoughts?|decided|upped|lowered|increased|signed"
    r"|repaint(?:ed)?|redecorated|redone|reshuffled?|reorg(?:ed|anised)?|taken over|took over"
    r"|running my|(?:so|and) it's|was full|had (?:her|the|our|my) baby|come to|went from"
    r"|growing on me|who knew|into (?:a )?massive|officially|has happened|qualified|transferred"
    r"|reassigned|effective|in its place|took on|went down|raised (?:to|my|the|our|it)|cut to"
    r"|ended up|turned out|settled on|changed my mind|take it back|i was wrong|was wrong about"
    r"|got the job|got in|accepted|approved|passed my|came through"
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
    r"|reborn"
)
"""What says that something is not as it was."""

HAPPENED = (
    r"got|came|went|found|paid|made|took|became|left|lost|bought|sold|won|met|had|gave|sent|told"
    r"|said|put|cut|quit|chose|began|broke|drove|flew|rang|ran|swapped|brought|caught|built|wore"
    r"|wrote|read it|fell|felt|kept|held|led|spent|stood"
    r"|(?!(?:need|feed|seed|speed|bleed|breed|indeed|red|bed|shed|wed|led|fed|hundred|naked|called|named|scared|married|based|allergic|retired|tired|bored|interested|addicted|obsessed|related|used|supposed|left-handed)\b)[a-z]{2,}ed"
)
"""What says that something took place."""

CORRECTS = (
    r"actually|i meant|meant to say|typo|correction|oops|whoops|misspel(?:t|led)|mistake|wrong"
    r"|i mixed up|mixed (?:it|that|them) up|scratch that|to be (?:exact|correct)|autocorrect"
    r"|not quite|i said .{1,40}\bbut|(?:spelt|spelled)|my bad|misremembered|misspoke"
    r"|let me correct|should be|fat fingers|i misread|misheard|got that wrong|that's wrong"
    r"|meant (?=\w)|correct(?:ion|ing) |slip of|not \w+[,;] (?:it's|but)|it's \w+, not"
    r"|with (?:a|an|one|two) [a-z]\b|^wait\b|without the|ignore that|disregard|strike that"
    r"|i should have said|scrap that|my mistake|meant|sorry,? (?:it's|i|that)"
    r"|not \w+ (?:like|as) i said|what i said|earlier i said"
)

ADDS = (
    r"also|too|as well|either|another|a second|one more|besides|on top of|in addition"
    r"|additionally|on the side|side hustle|side gig|alongside|in my spare time|along with|plus\b"
)
"""What says that something holds beside the rest."""

HOLDS = (
    r"still|yep|yeah|yes|yup|remember|always|as (?:i|ever|always|usual)|like i said|same as ever"
    r"|told you|been .{1,25}\bsince|never (?:do|eat|drink)|every single|where i was|as you know"
)
"""What says that something is as it always was."""

LIKES = (
    "lov(?:e|es|ed|ing)|lik(?:e|es|ed|ing)|enjoy(?:s|ed|ing)?|adore(?:s)?|fan of|into|fond of"
    "|obsessed|addicted|can't get enough|crazy about|mad about|keen on|favou?rite|delicious|nerd"
    "|geek|freak|buff|sleeps on my|best thing|treat|heaven|passion(?:ate)?|hooked on"
    "|can't live without|warmed to|warming to|grown on me|growing on me|number one|all about"
    "|favourites?|guilty pleasure"
)

DISLIKES = (
    "hat(?:e|es|ed|ing)|dislike(?:s|d)?|can'?t stand|cannot stand|detest|loath(?:e|es)|despise"
    "|gag|disgust(?:s|ing)?|gross|can't bear|not a fan"
    "|(?:don't|doesn't|do not|never) (?:really )?(?:like|enjoy|eat|want)|allergic to the sight"
    "|avoid|not into|off putting|gone off|went off|sick of|bored of|tired of|turns my stomach"
    "|makes me sick|dread(?:s|ed|ing)?|bored with|allergic to people|nightmare|hell|horrible"
    "|awful|terrible|yuck|ick|went (?:right |really )?off|never again|over it"
    "|gives? me (?:a headache|the creeps|heartburn)|meh|put me off|can't look at|overrated"
    "|boring"
)

FAVOURITE = (
    r"(?:favou?rite|fave) (?P<kind>\w+(?: \w+)?)(?: (?:is|are|was|has|would|must|of)\b|'s|:|,|$)"
)

FILLERS = (
    "bought|buy|buys|with|my|our|your|we|he|she|they|his|her|them|him|in|on|at|to|of|for|the|an"
    "|and|is|are|was|were|be|do|does|this|that|from|the user(?:'s)?|user(?:'s)?|said|btw"
    "|by the way|ok|okay|so|well|lol|haha|honestly|literally|really|bit|bits|lot|lots|much"
    "|pretty|quite|super|just|ever|even|already|today|yesterday|tomorrow|tonight|last|next|week"
    "|weekend|month|year|years|day|days|ago|time|morning|evening|night|afternoon|once|twice|guy"
    "|someone|people|thing|stuff|great|good|nice|best|old|big|small|little|tiny|all|everyone"
    "|anyway|here|there|being|back|one|way|idea|soon|far|long|each|every|usually|normally|mostly"
    "|most|around|about|near|got|get|gets|getting|has|have|had|it's|i'm|i've|i'd|that's|they've"
    "|they're|where|when|what|who|which|never|always|off|out|up|down|over|rest|bring|keep|kept"
    "|feel|feels|feeling|full|place|main|own|name|number|am|pm|o'clock|monday|tuesday|wednesday"
    "|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays"
    "|sundays|january|february|march|april|may|june|july|august|september|october|november"
    "|december|idk|sure|too|also|second|first|currently|play|plays|playing|been|as|by|not|no|it"
    "|get by"
)
