"""Everyday English wordings of what a statement is about, beside the words of `topics_en`.

The keys are those of `topics_zh_daily`.
"""

DAILY = {
    "sleep": "night owl|stay(?:s|ed|ing)? up|up (?:till|until)|bed (?:at|by|around|before)"
    "|nap(?:s|ping)?|(?:hours|hrs)(?: of)? sleep|asleep|sleeps?|slept",
    "wake": "alarm(?:'s)?|goes off|lie[- ]?ins?|sunrise|crack of dawn|up at",
    "commute": "cycle in|lift (?:to|from)|car ?pool|park and ride|ride (?:to|in)|door to door"
    "|rush hour",
    "internet": "broadband|internet|wi-?fi|router|fibre|fiber",
    "camera": "cameras?|lens(?:es)?|canon|nikon|fuji(?:film)?|mirrorless|dslr|polaroid",
    "appliance": "tv|telly|projector|fridge|freezer|washing machine|dishwasher|oven|microwave"
    "|air ?fryer|dryer|boiler|hoover|vacuum|air con",
    "furniture": "desks?|sofa|couch|mattress|chair|bookcase|wardrobe|curtains|rug|bed frame",
    "parking": "parking|park on|driveway|garage|parking space",
    "rate": r"interest rates?|fixed rate|apr|\d(?:\.\d+)?%",
    "rent": "landlord .{0,30}(?:up|raise|increase|more)|deposit|letting",
    "staff": "team of|people (?:on|in) (?:my|our|the) team|department|headcount|employees|staff",
    "class teacher": "form tutor|class teacher|head ?teacher|(?:his|her|their) teacher",
    "meals": "breakfasts?|lunch(?:es)?|dinners?|supper|packed lunch|meal prep|canteen|takeaways?"
    "|skips? meals",
    "blood": "blood (?:type|group)|[abo] (?:positive|negative)",
    "character": "introvert(?:ed)?|extrovert(?:ed)?|shy|outgoing|temper|[ei][ns][ft][jp]"
    "|personality",
    "weather": "rain(?:y|ing|s)?|snow(?:y|ing|s)?|sunny|storms?|thunder|cloudy|windy",
    "season": "spring|summers?|winters?|autumn|fall weather",
    "plants": "house ?plants?|succulents?|orchids?|roses|tomatoes|herbs|watering",
    "skin": "skin|acne|sunscreen|moisturi[sz]er|make-?up|lipstick|sunburn|burns? easily",
    "clothes": r"clothes|dress(?:es)?|jeans|hoodies?|jacket|suit|trainers|sneakers|size \d+",
    "rank": "rank(?:ed)?|elo|diamond|platinum|level|handicap|belt",
    "visa": "visa|green card|passport|residency|citizenship",
    "housing": r"\d[- ]bed(?:room)?|studio|box room|spare room|study|own place|house ?mates?"
    "|flat ?share|house ?share",
    "home": "own place|got (?:my|their|our) own place|flat ?share|house ?share|bedsit|granny flat"
    "|digs"
    "|(?:at|with) (?:my|the user's|their) (?:parents|mum|mom|dad|folks|gran|nan|grandparents)",
    "work": "job hunt(?:ing)?|application|recruited|the office|head office|branch|site|remote"
    "|in[- ]house",
    "wfh": "remote(?:ly)?|from home|home office|never go in|into the office|in the office"
    "|in-office|hybrid",
    "job": "teach(?:es|ing)? (?:little|kids|year|primary|maths|english|music|history)"
    r"|year \d teacher|crunch(?:es|ing)? numbers|on the tills|behind the bar|on site|in sales"
    "|in finance|in hr|in it|in marketing",
    "study": "masters|msc|ba|bsc|ma|phd|doctorate|dissertation|lectures?|campus|faculty"
    "|dropped out|gap year|modules?|night school|open university|evening classes",
    "school": "primary|secondary|academy|sixth form|half term|term|school run|playground"
    "|st [a-z]+'s|nursery",
    "grade": r"year \d+|reception|sixth form|half term|gcses?|a[- ]levels?|sats",
    "exam": "gcses?|a[- ]levels?|ielts|toefl|mocks?|revis(?:ing|ion)|retake|theory test|bar exam"
    "|finals",
    "partner": "seeing (?:someone|anyone|this|a)|dating|dates?|boyfriend|girlfriend|fella|bloke"
    "|other half|single|on the apps|hit it off|going steady|nobody special",
    "how they met": "met (?:at|in|on|through|via)|at uni together|school sweethearts?"
    "|introduced us",
    "wedding": "venue|honeymoon|bride|groom|hen do|stag do|save the date|rsvp|eloped",
    "baby": "arrived|baby (?:girl|boy)|newborn|due date|bump|scan|in labour|midwife|our first"
    "|first child|maternity",
    "weight": r"diet|slimming|lost (?:a |\d+ )?(?:stone|kilos|pounds|kg|lbs)|heavier|lighter|bmi"
    "|scales",
    "alcohol": "teetotal|booze|sober|dry january|wine|beer|pints?|hangovers?|tipsy|cocktails?|gin"
    "|whisky",
    "diet": "eat(?:s|ing)? (?:fish|meat|chicken|beef|dairy|meat again)|steak|sugar(?:s|y)?"
    "|sweet tooth|cut (?:out )?sugar|black coffee",
    "taste in coffee": "(?:two|one|no|three) sugars?|drinks? it black|black|oat milk|with milk"
    "|decaf",
    "name": "nickname|naming|name (?:him|her|it|the baby)|going to be called"
    "|changed (?:my|their) name",
    "age": r"turn(?:ed|s|ing)? (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)"
    r"|\w+ year old|months? old",
    "sight": "glasses|contacts|short[- ]?sighted|long[- ]?sighted|laser eye|prescription"
    "|can't see|specs",
    "allergy": "sneez(?:e|es|ing)|itch(?:y|es)|rash|swell(?:s|ing)?|epi-?pen|antihistamines?"
    "|reaction",
    "illness": "sprain(?:ed)?|sore|aches?|pain(?:s|ful)?|chronic|flare[- ]?up|symptoms?"
    r"|blood test|ill\b",
    "noise asleep": "light sleeper|slightest (?:noise|sound)|wakes? (?:me|the user) up|ear ?plugs",
    "pets": "vet|walkies|litter tray|off the lead|kennel|breed|fur|paws",
    "care": "care home|carer|nursing home|looks? after|hospice|sheltered",
    "trip": "booked|flights?|hotel|airbnb|itinerary|city break|ski(?:ing)? (?:trip|in)|beach"
    "|package holiday|rebooked|ferry",
    "fan": "followers|subscribers|channel|my account|posts?|went viral",
    "keyboard": "keyboard|typing|touch type",
    "code": "python|java|javascript|typescript|rust|golang|react|coding|codes?",
    "invest": "shares|stocks|index fund|isa|pension|crypto|bitcoin|dividends",
    "insurance": "insurance|insured|policy|premium|excess",
    "chores": "clean(?:s|ing)?|dishes|laundry|ironing|hoovering|chores|bins",
    "habit": "every (?:morning|evening|night|day)|routine|journal(?:ling|ing)?"
    "|meditat(?:e|es|ing|ion)|religiously",
    "exercise": "workouts?|work(?:s|ing)? out|gym|personal trainer|weights|cardio|miles a week"
    "|steps a day|pilates|yoga|spin",
    "music service": "spotify|apple music|tidal|deezer|youtube music|streaming",
    "learning": "lessons|classes|course|learned? how|never learn(?:ed|t)|tutor|beginners?|dropped",
    "language": "hold a conversation|fluently|accent|a word of|phrases|conversational",
    "swim": "sw[iau]m|swimming|pool|armbands|lengths",
    "cuisine": "sushi|curry|thai|italian food|chinese food|indian food|barbecue|roast|pizza|ramen",
    "fear": "can't do (?:heights|spiders|needles|blood)|heights|phobia|scare(?:s|d)?|creeps",
    "origin": "aussie|scouse|geordie|brummie|yank|canadian"
    "|from (?:new zealand|australia|scotland|wales|ireland|canada)|born and (?:raised|bred)"
    "|new zealand(?:er)?|hail(?:s)? from",
    "siblings": "brothers?(?! in| and sister)|there's (?:two|three|four|five) of us|siblings"
    "|middle child|only child",
    "hair": "pixie|chopped|shoulder[- ]length|buzz|fringe|bald(?:ing)?|highlights|grew it out"
    "|dyed?|ginger|curly",
    "doctor's name": "therapist|counsellor|my gp|consultant|psychiatrist|osteopath",
}
"""What shows a topic; it stays part of what is stated."""
